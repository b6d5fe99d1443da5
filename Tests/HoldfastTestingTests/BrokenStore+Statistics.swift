import Holdfast

/// Statistics are passed on.
extension BrokenStore {
  func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try await store.consumption(query, in: tenant)
  }

  func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try await store.usageStatistics(query, in: tenant)
  }

  func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try await store.reservationStatistics(query, in: tenant)
  }

  func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try await store.heldPeaks(query, in: tenant)
  }

  func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try await store.expiringCredits(query, in: tenant)
  }

  func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try await store.breakage(query, in: tenant)
  }
}
