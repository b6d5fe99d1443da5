import HoldfastTesting

@testable import Holdfast

/// A sound ledger that answers wrong when it is asked for statistics.
struct AlteredReports: AuditableStore {
  let contents: LedgerContents
  let store: InMemoryStore
  var alterConsumption: @Sendable (inout ConsumptionStatistics) throws -> Void = { _ in }
  var alterUsage: @Sendable (inout UsageStatistics) throws -> Void = { _ in }

  func auditedTenants() -> [TenantName] { contents.auditedTenants() }

  func auditedDefinitions(of tenant: TenantName) -> [ItemName: [UsageItemDefinition]] {
    contents.auditedDefinitions(of: tenant)
  }

  func auditedGroups(
    _ keys: [IdempotencyKey], of tenant: TenantName
  ) -> [IdempotencyKey: Digest]? {
    contents.auditedGroups(keys, of: tenant)
  }

  func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) async throws -> Void
  ) async throws {
    try await contents.auditAccounts(of: tenant, visit)
  }

  func auditedConsumption(
    _ query: ConsumptionQuery, of tenant: TenantName
  ) async throws -> ConsumptionStatistics? {
    var answer = try await store.consumption(query, in: tenant)
    try alterConsumption(&answer)
    return answer
  }

  func auditedUsage(
    _ query: UsageQuery, of tenant: TenantName
  ) async throws -> UsageStatistics? {
    var answer = try await store.usageStatistics(query, in: tenant)
    try alterUsage(&answer)
    return answer
  }
}
