public import Holdfast

/// Statistics meet no faults: they are passed on while the store is connected.
extension FaultyStore {
  public func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try await connected().consumption(query, in: tenant)
  }

  public func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try await connected().usageStatistics(query, in: tenant)
  }

  public func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try await connected().reservationStatistics(query, in: tenant)
  }

  public func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try await connected().heldPeaks(query, in: tenant)
  }

  public func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try await connected().expiringCredits(query, in: tenant)
  }

  public func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try await connected().breakage(query, in: tenant)
  }
}
