import Holdfast

/// Statistics are passed on, but for what two of the faults do to them.
extension DeceivingStore {
  func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    var asked = query
    if fault == .widensRanges {
      asked.period.from = query.period.from.advanced(bySeconds: -86_400)
    }
    var answer = try await base.consumption(asked, in: tenant)
    if fault == .repeatsTotals {
      for index in answer.groups.indices { answer.groups[index].totals = answer.totals }
    }
    return answer
  }

  func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try await base.usageStatistics(query, in: tenant)
  }

  func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try await base.reservationStatistics(query, in: tenant)
  }

  func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try await base.heldPeaks(query, in: tenant)
  }

  func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try await base.expiringCredits(query, in: tenant)
  }

  func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try await base.breakage(query, in: tenant)
  }
}
