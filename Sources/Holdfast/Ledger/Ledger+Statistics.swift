/// Statistics: of one account, or of the whole tenant.
///
/// Each is one snapshot, with what is due included whether or not anybody swept. A period is
/// `invalid_argument` where its time zone is not known, where it ends before it begins, and where it
/// has more than `StatisticsPeriod.mostBuckets` buckets; a sum that does not fit 64 bits is
/// `amount_overflow`. What does not exist has zeros.
extension Ledger {
  /// What came into the balances of a unit and what left them.
  public func consumption(
    _ query: ConsumptionQuery
  ) async throws(LedgerError) -> ConsumptionStatistics {
    let (store, tenant) = (store, tenant)
    return try await read { () async throws(LedgerError) in
      try await store.consumption(query, in: tenant)
    }
  }

  /// What was counted of items, net of what was taken back.
  public func usageStatistics(
    _ query: UsageQuery
  ) async throws(LedgerError) -> UsageStatistics {
    let (store, tenant) = (store, tenant)
    return try await read { () async throws(LedgerError) in
      try await store.usageStatistics(query, in: tenant)
    }
  }

  /// How reservations of a unit ended, and how well they were estimated.
  public func reservationStatistics(
    _ query: ReservationQuery
  ) async throws(LedgerError) -> ReservationStatistics {
    let (store, tenant) = (store, tenant)
    return try await read { () async throws(LedgerError) in
      try await store.reservationStatistics(query, in: tenant)
    }
  }

  /// The most that was held of a unit at one instant, by calendar bucket.
  public func heldPeaks(
    _ query: HeldPeaksQuery
  ) async throws(LedgerError) -> HeldPeaks {
    let (store, tenant) = (store, tenant)
    return try await read { () async throws(LedgerError) in
      try await store.heldPeaks(query, in: tenant)
    }
  }

  /// What of a unit will lapse when, as things stand now.
  public func expiringCredits(
    _ query: ExpiringQuery
  ) async throws(LedgerError) -> ExpiringCredits {
    let (store, tenant) = (store, tenant)
    return try await read { () async throws(LedgerError) in
      try await store.expiringCredits(query, in: tenant)
    }
  }

  /// What of a unit was granted and what lapsed unused.
  public func breakage(
    _ query: BreakageQuery
  ) async throws(LedgerError) -> Breakage {
    let (store, tenant) = (store, tenant)
    return try await read { () async throws(LedgerError) in
      try await store.breakage(query, in: tenant)
    }
  }

  /// The accounts that consumed most of a unit from one instant on and before another.
  ///
  /// - Parameters:
  ///   - unit: What is counted.
  ///   - from: The first instant that counts.
  ///   - to: The first instant that does not count any more.
  ///   - count: How many accounts, 1 … 1,000.
  public func topAccounts(
    of unit: UnitName, from: Instant, to: Instant, count: Int = 10
  ) async throws(LedgerError) -> TopAccounts {
    let statistics = try await consumption(
      ConsumptionQuery(
        unit: unit, period: StatisticsPeriod(from: from, to: to, by: .year), grouping: .account,
        top: count))
    return TopAccounts(statistics)
  }
}

extension TopAccounts {
  fileprivate init(_ statistics: ConsumptionStatistics) {
    let entries = statistics.groups.compactMap { group -> Entry? in
      guard case .value(let name) = group.key, group.totals.consumed > 0 else { return nil }
      return Entry(account: AccountName(text: name), figures: group.totals)
    }
    let ranked = entries.sorted { left, right in
      let (consumed, other) = (left.figures.consumed, right.figures.consumed)
      return consumed == other ? left.account < right.account : consumed > other
    }
    let total = statistics.totals.consumed
    self.init(
      accounts: ranked, rest: ranked.reduce(total) { $0 - $1.figures.consumed }, total: total,
      readAt: statistics.readAt, isClosed: statistics.isClosed)
  }
}
