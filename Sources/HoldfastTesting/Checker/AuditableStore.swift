package import Holdfast

/// A store whose content can be checked.
///
/// Nothing may write to the tenant while it is read: what one account sent to another is looked for
/// on both sides.
package protocol AuditableStore: Sendable {
  /// Every tenant that has an account, in byte order.
  func auditedTenants() async throws -> [TenantName]

  /// Every revision of every item of the tenant, the first first.
  func auditedDefinitions(
    of tenant: TenantName
  ) async throws -> [ItemName: [UsageItemDefinition]]

  /// The fingerprint kept of each of these groups; `nil` for a store that keeps none.
  func auditedGroups(
    _ keys: [IdempotencyKey], of tenant: TenantName
  ) async throws -> [IdempotencyKey: Digest]?

  /// Hands out every account of the tenant, one after the other, so that no more than one need be
  /// in memory.
  func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) async throws -> Void
  ) async throws

  /// Hands out every sum that is kept for statistics of the tenant; `false` when none are kept, or
  /// not all yet.
  func auditSums(of tenant: TenantName, _ visit: (StoredSum) throws -> Void) async throws -> Bool

  /// What the store answers when it is asked; `nil` for one that answers no such questions.
  func auditedConsumption(
    _ query: ConsumptionQuery, of tenant: TenantName
  ) async throws -> ConsumptionStatistics?

  /// The same for usage.
  func auditedUsage(
    _ query: UsageQuery, of tenant: TenantName
  ) async throws -> UsageStatistics?
}

extension AuditableStore {
  package func auditSums(
    of tenant: TenantName, _ visit: (StoredSum) throws -> Void
  ) async throws -> Bool {
    false
  }

  package func auditedConsumption(
    _ query: ConsumptionQuery, of tenant: TenantName
  ) async throws -> ConsumptionStatistics? {
    nil
  }

  package func auditedUsage(
    _ query: UsageQuery, of tenant: TenantName
  ) async throws -> UsageStatistics? {
    nil
  }
}
