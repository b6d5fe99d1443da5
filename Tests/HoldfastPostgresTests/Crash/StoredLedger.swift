import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// What a PostgreSQL store keeps of tenants that define no items, for the checker.
struct StoredLedger: AuditableStore {
  let store: PostgresStore
  let database: TestDatabase

  func auditedTenants() async throws -> [TenantName] {
    try await database.rows("SELECT DISTINCT tenant FROM holdfast.account ORDER BY 1")
      .compactMap { $0[0].map { TenantName($0) } }
  }

  func auditedDefinitions(of tenant: TenantName) -> [ItemName: [UsageItemDefinition]] { [:] }

  func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) throws -> Void
  ) async throws {
    let names = try await database.rows(
      "SELECT name FROM holdfast.account WHERE tenant = '\(tenant)' ORDER BY 1"
    ).compactMap { $0[0] }
    for name in names {
      let address = AccountAddress(tenant: tenant, account: AccountName(name))
      try visit(AccountContents(try await store.wholeAccount(of: address)))
    }
  }
}
