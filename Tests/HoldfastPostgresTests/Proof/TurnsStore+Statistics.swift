import Holdfast

/// Statistics, each asked of the next store.
extension TurnsStore {
  func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try await next.consumption(query, in: rename(tenant))
  }

  func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try await next.usageStatistics(query, in: rename(tenant))
  }

  func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try await next.reservationStatistics(query, in: rename(tenant))
  }

  func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try await next.heldPeaks(query, in: rename(tenant))
  }

  func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try await next.expiringCredits(query, in: rename(tenant))
  }

  func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try await next.breakage(query, in: rename(tenant))
  }
}
