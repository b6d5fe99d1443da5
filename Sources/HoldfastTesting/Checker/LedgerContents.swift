package import Holdfast

/// The whole content of one tenant as plain values.
package struct LedgerContents: Sendable {
  package var definitions: [ItemName: [UsageItemDefinition]]
  package var accounts: [AccountContents]
  /// The fingerprints of the groups; `nil` when they are not kept.
  package var groups: [IdempotencyKey: Digest]?

  package init(
    definitions: [ItemName: [UsageItemDefinition]], accounts: [AccountContents],
    groups: [IdempotencyKey: Digest]? = nil
  ) {
    self.definitions = definitions
    self.accounts = accounts
    self.groups = groups
  }
}

extension LedgerContents {
  /// What the store keeps of the tenant.
  package init(of tenant: TenantName, in store: any StoredContents) async throws {
    var accounts: [AccountContents] = []
    try await store.visitStoredAccounts(of: tenant) { accounts.append(AccountContents($0)) }
    let rows =
      accounts.flatMap(\.balances).flatMap(\.rows) + accounts.flatMap(\.meters).flatMap(\.rows)
    let keys = rows.compactMap(\.cause?.group?.key)
    self.init(
      definitions: try await store.storedDefinitions(of: tenant).items, accounts: accounts,
      groups: try await store.storedGroups(keys, in: tenant))
  }
}

extension LedgerContents: AuditableStore {
  package func auditedTenants() -> [TenantName] { Set(accounts.map(\.tenant)).sorted() }

  package func auditedDefinitions(of tenant: TenantName) -> [ItemName: [UsageItemDefinition]] {
    definitions
  }

  package func auditedGroups(
    _ keys: [IdempotencyKey], of tenant: TenantName
  ) -> [IdempotencyKey: Digest]? {
    groups
  }

  package func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) async throws -> Void
  ) async throws {
    for account in accounts where account.tenant == tenant { try await visit(account) }
  }
}
