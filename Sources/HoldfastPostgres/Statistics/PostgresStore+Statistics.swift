public import Holdfast

/// Statistics, computed from the rows of every account that is asked about.
extension PostgresStore {
  public func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try query.validate()
    return try await statistics(
      of: query.account, in: tenant, query.period, StatisticsScope(query), top: query.top,
      stored: TenantSums(query, in: tenant, context.queries.statistics)
    ) { account, sums throws(LedgerError) in try account.addConsumption(query, to: &sums) }
  }

  public func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try query.validate()
    return try await statistics(
      of: query.account, in: tenant, query.period, StatisticsScope(query), top: query.top,
      stored: TenantSums(query, in: tenant, context.queries.statistics)
    ) { account, sums throws(LedgerError) in try account.addUsage(query, to: &sums) }
  }

  public func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try query.validate()
    return try await statistics(
      of: query.account, in: tenant, query.period, StatisticsScope(query), top: query.top
    ) {
      account, sums throws(LedgerError) in try account.addReservations(query, to: &sums)
    }
  }

  public func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try query.validate()
    let levels = try HeldLevels(query.period)
    let (found, moment) = try await fold(
      levels, over: query.account, in: tenant, query.period, StatisticsScope(query)
    ) { account, levels throws(LedgerError) in try levels.add(account, query.unit) }
    return try found.peaks(readAt: moment.readAt, isClosed: moment.isClosed)
  }

  public func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try query.validate()
    return try await statistics(
      of: query.account, in: tenant, query.period, StatisticsScope(query.period), top: query.top
    ) {
      account, sums throws(LedgerError) in try account.addExpiring(query, to: &sums)
    }
  }

  public func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try query.validate()
    return try await statistics(
      of: query.account, in: tenant, query.period, StatisticsScope(breakage: query), top: query.top
    ) {
      account, sums throws(LedgerError) in try account.addBreakage(query, to: &sums)
    }
  }

  /// Of those that nothing is stored for.
  private func statistics<Figures>(
    of account: AccountName?, in tenant: TenantName, _ period: StatisticsPeriod,
    _ scope: StatisticsScope, top: Int?,
    _ add:
      @escaping @Sendable (AccountState, inout StatisticsAccumulator<Figures>)
      throws(LedgerError) -> Void
  ) async throws(LedgerError) -> Statistics<Figures> {
    let sums = try StatisticsAccumulator<Figures>(period)
    let (found, moment) = try await fold(sums, over: account, in: tenant, period, scope, add)
    return try found.statistics(top: top, readAt: moment.readAt, isClosed: moment.isClosed)
  }

  /// Of those that sums may be stored for.
  private func statistics<Table: RollupTable>(
    of account: AccountName?, in tenant: TenantName, _ period: StatisticsPeriod,
    _ scope: StatisticsScope, top: Int?, stored: TenantSums<Table>?,
    _ add:
      @escaping @Sendable (AccountState, inout StatisticsAccumulator<Table.Figures>)
      throws(LedgerError) -> Void
  ) async throws(LedgerError) -> Statistics<Table.Figures> {
    let sums = try StatisticsAccumulator<Table.Figures>(period)
    let (found, moment) = try await fold(
      sums, over: account, in: tenant, period, scope,
      stored: { snapshot throws(ReadFailure) in try stored?.read(in: snapshot) }, add)
    return try found.statistics(top: top, readAt: moment.readAt, isClosed: moment.isClosed)
  }

  /// Adds what the account, or every account of the tenant, contributes with what is due.
  ///
  /// - Parameter stored: gives all of it, where it can.
  private func fold<Sums: Sendable>(
    _ sums: Sums, over name: AccountName?, in tenant: TenantName, _ period: StatisticsPeriod,
    _ scope: StatisticsScope,
    stored:
      @escaping @Sendable (StatisticsSnapshot) throws(ReadFailure) -> (Sums, StatisticsMoment)? =
      { _ throws(ReadFailure) in nil },
    _ add: @escaping @Sendable (AccountState, inout Sums) throws(LedgerError) -> Void
  ) async throws(LedgerError) -> (Sums, StatisticsMoment) {
    try Validation.identifier(tenant, "tenant")
    try checkCancellation()
    let context = context
    let archive = archive
    return try await readers.run { connection throws(ReadFailure) in
      let snapshot = try StatisticsSnapshot(of: tenant, context, connection, archive: archive)
      if let found = try stored(snapshot) { return found }
      let accounts = AccountsInSnapshot(
        snapshot: snapshot, tenant: tenant, name: name, scope: scope)
      var moment = StatisticsMoment(now: snapshot.now, period)
      var sums = sums
      try accounts.visit { account throws(ReadFailure) in
        if name != nil {
          moment = StatisticsMoment(now: max(snapshot.now, account.lastInstant), period)
        }
        do throws(LedgerError) { try add(moment.present(account), &sums) } catch {
          throw .refused(error)
        }
      }
      return (sums, moment)
    }
  }
}
