import Holdfast

/// Statistics, of what was.
extension ArchivedTwin {
  func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try await twin.consumption(query, in: rename(tenant))
  }

  func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try await twin.usageStatistics(query, in: rename(tenant))
  }

  func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try await twin.reservationStatistics(query, in: rename(tenant))
  }

  func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try await twin.heldPeaks(query, in: rename(tenant))
  }

  func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try await twin.expiringCredits(query, in: rename(tenant))
  }

  func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try await twin.breakage(query, in: rename(tenant))
  }
}
