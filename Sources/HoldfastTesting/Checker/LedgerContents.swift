package import Holdfast

/// The whole content of one tenant as plain values.
package struct LedgerContents: Sendable {
  package var definitions: [ItemName: [UsageItemDefinition]]
  package var accounts: [AccountContents]

  package init(
    definitions: [ItemName: [UsageItemDefinition]], accounts: [AccountContents]
  ) {
    self.definitions = definitions
    self.accounts = accounts
  }
}

extension LedgerContents: AuditableStore {
  package func auditedTenants() -> [TenantName] { Set(accounts.map(\.tenant)).sorted() }

  package func auditedDefinitions(of tenant: TenantName) -> [ItemName: [UsageItemDefinition]] {
    definitions
  }

  package func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) throws -> Void
  ) throws {
    for account in accounts where account.tenant == tenant { try visit(account) }
  }
}
