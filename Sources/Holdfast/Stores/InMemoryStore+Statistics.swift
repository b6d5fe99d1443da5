internal import Synchronization

/// Statistics, computed from the rows of every account that is asked about.
extension InMemoryStore {
  public func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try query.validate()
    return try statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addConsumption(query, to: &sums)
    }
  }

  public func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics {
    try query.validate()
    return try statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addUsage(query, to: &sums)
    }
  }

  public func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics {
    try query.validate()
    return try statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addReservations(query, to: &sums)
    }
  }

  public func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks {
    try query.validate()
    var levels = try HeldLevels(query.period)
    let moment = try visitPresent(query.account, in: tenant, query.period) {
      account throws(LedgerError) in try levels.add(account, query.unit)
    }
    return try levels.peaks(readAt: moment.readAt, isClosed: moment.isClosed)
  }

  public func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits {
    try query.validate()
    return try statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addExpiring(query, to: &sums)
    }
  }

  public func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage {
    try query.validate()
    return try statistics(of: query.account, in: tenant, query.period, top: query.top) {
      account, sums throws(LedgerError) in try account.addBreakage(query, to: &sums)
    }
  }

  private func statistics<Figures>(
    of account: AccountName?, in tenant: TenantName, _ period: StatisticsPeriod, top: Int?,
    _ add: (AccountState, inout StatisticsAccumulator<Figures>) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Statistics<Figures> {
    var sums = try StatisticsAccumulator<Figures>(period)
    let moment = try visitPresent(account, in: tenant, period) { account throws(LedgerError) in
      try add(account, &sums)
    }
    return try sums.statistics(top: top, readAt: moment.readAt, isClosed: moment.isClosed)
  }

  /// Hands out the account, or every account of the tenant, in one snapshot with what is due.
  private func visitPresent(
    _ name: AccountName?, in tenant: TenantName, _ period: StatisticsPeriod,
    _ visit: (AccountState) throws(LedgerError) -> Void
  ) throws(LedgerError) -> StatisticsMoment {
    try checkCancellation()
    try Validation.identifier(tenant, "tenant")
    guard let name else {
      var accounts: [AccountState] = []
      let now = snapshot(of: tenant, from: 0, into: &accounts)
      var moment = StatisticsMoment(now: now, period)
      for account in accounts { try visit(moment.present(account)) }
      return moment
    }
    let id = id(of: AccountAddress(tenant: tenant, account: name))
    let (account, now) = parts[part(of: id)].set.withLock { set in
      (set.slot(of: id, in: tenant).map { set.accounts[slot: $0] }, clock.now())
    }
    var moment = StatisticsMoment(now: max(now, account?.lastInstant ?? now), period)
    if let account { try visit(moment.present(account)) }
    return moment
  }

  /// All accounts of a tenant as they are at one instant, with every part locked.
  private func snapshot(
    of tenant: TenantName, from index: Int, into accounts: inout [AccountState]
  ) -> Instant {
    guard index < parts.count else { return clock.now() }
    return parts[index].set.withLock { set in
      accounts += set.accounts.all.filter { $0.tenant == tenant }
      return snapshot(of: tenant, from: index + 1, into: &accounts)
    }
  }
}
