package import Holdfast

/// The whole content of one tenant as plain values.
package struct LedgerContents: Sendable {
  package var definitions: [ItemName: [UsageItemDefinition]]
  package var accounts: [AccountContents]
  /// The fingerprints of the groups; `nil` when they are not kept.
  package var groups: [IdempotencyKey: Digest]?
  /// The sums that are kept for statistics; `nil` when they are not kept.
  package var sums: [StoredSum]?

  package init(
    definitions: [ItemName: [UsageItemDefinition]], accounts: [AccountContents],
    groups: [IdempotencyKey: Digest]? = nil, sums: [StoredSum]? = nil
  ) {
    self.definitions = definitions
    self.accounts = accounts
    self.groups = groups
    self.sums = sums
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
    var sums: [StoredSum] = []
    let hasSums = try await store.visitStoredSums(of: tenant) { sums.append($0) }
    self.init(
      definitions: try await store.storedDefinitions(of: tenant).items, accounts: accounts,
      groups: try await store.storedGroups(keys, in: tenant), sums: hasSums ? sums : nil)
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

  package func auditSums(
    of tenant: TenantName, _ visit: (StoredSum) throws -> Void
  ) throws -> Bool {
    guard let sums else { return false }
    for sum in sums { try visit(sum) }
    return true
  }

  package func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) async throws -> Void
  ) async throws {
    for account in accounts where account.tenant == tenant { try await visit(account) }
  }
}
