internal import Synchronization

extension InMemoryStore: StoredContents {
  package func storedTenants() -> [TenantName] {
    let names = parts.map { part in
      part.set.withLock { set in Set(set.accounts.all.map(\.tenant)) }
    }
    return names.reduce(into: Set()) { $0.formUnion($1) }.sorted()
  }

  package func storedDefinitions(of tenant: TenantName) -> TenantDefinitions {
    parts[0].set.withLock { set in set.definitions[tenant] ?? TenantDefinitions() }
  }

  package func storedGroups(
    _ keys: [IdempotencyKey], in tenant: TenantName
  ) -> [IdempotencyKey: Digest] {
    var groups: [IdempotencyKey: Digest] = [:]
    for key in keys {
      let id = PreparedGroup.id(of: key, in: tenant, hashKey: hashKey)
      groups[key] = parts[part(of: id)].set.withLock { $0.groups[id] }
    }
    return groups
  }

  package func visitStoredAccounts(
    of tenant: TenantName, _ visit: (StoredAccount) async throws -> Void
  ) async throws {
    for account in accounts(of: tenant).sorted(by: { $0.name < $1.name }) {
      try await visit(StoredAccount(account))
    }
  }

  /// All accounts of a tenant as they are stored.
  package func accounts(of tenant: TenantName) -> [AccountState] {
    parts.flatMap { part in
      part.set.withLock { set in set.accounts.all.filter { $0.tenant == tenant } }
    }
  }
}
