import Holdfast

/// A store that passes statistics on to the one behind it.
protocol PassingStatisticsOn: LedgerStore {
  var behind: any LedgerStore { get }
}

extension PassingStatisticsOn {
  func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try await behind.consumption(query, in: tenant)
  }

  func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try await behind.usageStatistics(query, in: tenant)
  }

  func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try await behind.reservationStatistics(query, in: tenant)
  }

  func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try await behind.heldPeaks(query, in: tenant)
  }

  func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try await behind.expiringCredits(query, in: tenant)
  }

  func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try await behind.breakage(query, in: tenant)
  }
}
