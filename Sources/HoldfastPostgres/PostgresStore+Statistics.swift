public import Holdfast

/// Statistics, computed from the rows of every account that is asked about.
extension PostgresStore {
  public func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try query.validate()
    return try await statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addConsumption(query, to: &sums)
    }
  }

  public func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try query.validate()
    return try await statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addUsage(query, to: &sums)
    }
  }

  public func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try query.validate()
    return try await statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addReservations(query, to: &sums)
    }
  }

  public func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try query.validate()
    let levels = try HeldLevels(query.period)
    let (found, moment) = try await fold(
      levels, over: query.account, in: tenant, query.period
    ) { account, levels throws(LedgerError) in try levels.add(account, query.unit) }
    return try found.peaks(readAt: moment.readAt, isClosed: moment.isClosed)
  }

  public func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try query.validate()
    return try await statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addExpiring(query, to: &sums)
    }
  }

  public func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try query.validate()
    return try await statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addBreakage(query, to: &sums)
    }
  }

  private func statistics<Figures>(
    of account: AccountName?, in tenant: TenantName, _ period: StatisticsPeriod, top: Int?,
    _ add:
      @escaping @Sendable (AccountState, inout StatisticsAccumulator<Figures>)
      throws(LedgerError) -> Void
  ) async throws(LedgerError) -> Statistics<Figures> {
    let sums = try StatisticsAccumulator<Figures>(period)
    let (found, moment) = try await fold(sums, over: account, in: tenant, period, add)
    return try found.statistics(top: top, readAt: moment.readAt, isClosed: moment.isClosed)
  }

  /// Adds what the account, or every account of the tenant, contributes with what is due.
  private func fold<Sums: Sendable>(
    _ sums: Sums, over name: AccountName?, in tenant: TenantName, _ period: StatisticsPeriod,
    _ add: @escaping @Sendable (AccountState, inout Sums) throws(LedgerError) -> Void
  ) async throws(LedgerError) -> (Sums, StatisticsMoment) {
    try Validation.identifier(tenant, "tenant")
    try checkCancellation()
    let context = context
    let archive = archive
    return try await readers.run { connection throws(ReadFailure) in
      let accounts = try AccountsInSnapshot(
        name, in: tenant, context, connection, archive: archive)
      var moment = StatisticsMoment(now: accounts.now, period)
      var sums = sums
      try accounts.visit { account throws(ReadFailure) in
        do throws(LedgerError) {
          try account.checkIsAtHand(from: period.from, "from")
          try add(moment.present(account), &sums)
        } catch {
          throw .refused(error)
        }
      }
      return (sums, moment)
    }
  }
}
