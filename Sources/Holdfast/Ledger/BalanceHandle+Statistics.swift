/// Statistics of one balance; `Ledger` has those of the tenant, and tells what they throw.
extension BalanceHandle {
  /// What came in and what left.
  ///
  /// - Parameters:
  ///   - period: When, and how divided.
  ///   - grouping: `nil` for no groups.
  ///   - top: How many groups, 1 … 1,000: those that consumed most; `nil` for all.
  public func consumption(
    _ period: StatisticsPeriod, by grouping: ConsumptionGrouping? = nil, top: Int? = nil
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try await ledger.consumption(query(period, grouping, top))
  }

  /// How reservations ended.
  ///
  /// - Parameters:
  ///   - period: When they ended, and how divided.
  ///   - grouping: `nil` for no groups.
  ///   - top: How many groups, 1 … 1,000: those that held most; `nil` for all.
  public func reservationStatistics(
    _ period: StatisticsPeriod, by grouping: ReservationGrouping? = nil, top: Int? = nil
  ) async throws(LedgerError) -> ReservationStatistics {
    try await ledger.reservationStatistics(query(period, grouping, top))
  }

  /// The most that was held at one instant.
  public func heldPeaks(_ period: StatisticsPeriod) async throws(LedgerError) -> HeldPeaks {
    try await ledger.heldPeaks(HeldPeaksQuery(unit: unit, account: account.name, period: period))
  }

  /// What will lapse when, as things stand now.
  ///
  /// - Parameters:
  ///   - period: When the lots expire, and how divided.
  ///   - grouping: `nil` for no groups.
  public func expiringCredits(
    _ period: StatisticsPeriod, by grouping: LotGrouping? = nil
  ) async throws(LedgerError) -> ExpiringCredits {
    try await ledger.expiringCredits(query(period, grouping, nil))
  }

  /// What was granted and what lapsed unused.
  ///
  /// - Parameters:
  ///   - period: When it was granted or lapsed, and how divided.
  ///   - grouping: `nil` for no groups.
  public func breakage(
    _ period: StatisticsPeriod, by grouping: LotGrouping? = nil
  ) async throws(LedgerError) -> Breakage {
    try await ledger.breakage(query(period, grouping, nil))
  }

  private func query<Grouping>(
    _ period: StatisticsPeriod, _ grouping: Grouping?, _ top: Int?
  ) -> StatisticsQuery<Grouping> {
    StatisticsQuery(
      unit: unit, account: account.name, period: period, grouping: grouping, top: top)
  }
}

// MARK: The burn rate

extension BalanceHandle {
  /// How fast the balance is used up, and on which day nothing is left if it goes on like that.
  ///
  /// It asks three times, one after the other; what is written meanwhile may be in a later answer
  /// and not in an earlier one.
  ///
  /// - Parameters:
  ///   - days: How many days of 24 hours to look back, 1 … 3,660, also where the account is younger.
  ///   - timeZone: In which the day of exhaustion begins, an IANA identifier.
  public func burnRate(
    overDays days: Int = 30, timeZone: String = "UTC"
  ) async throws(LedgerError) -> BurnRate {
    try Validation.range(days, 1...3_660, "days")
    // A period without buckets costs nothing and tells the store's time.
    let now = try await consumption(
      StatisticsPeriod(from: .earliest, to: .earliest, by: .day, timeZone: timeZone)
    ).readAt
    let period = StatisticsPeriod(
      from: max(.earliest, now.advanced(bySeconds: -86_400 * Int64(days))),
      to: min(.latest, now.advanced(byMicroseconds: 1)), by: .day, timeZone: timeZone)
    let consumed = try await consumption(period).totals.consumed
    let available = try await available()
    let exhaustedAt = BurnRate.exhaustion(of: available, consumed, inDays: days, from: now)
    let window = CalendarWindow(unit: .day, timeZone: timeZone)
    return BurnRate(
      available: available, consumed: consumed, days: days, exhaustedAt: exhaustedAt,
      exhaustionDay: exhaustedAt.flatMap {
        WindowCalendar().bounds(of: .calendar(window), containing: $0).start
      }, readAt: now)
  }
}

extension BurnRate {
  /// When nothing is left; `nil` for never, and for later than an instant can be.
  static func exhaustion(
    of available: Amount, _ consumed: Int64, inDays days: Int, from now: Instant
  ) -> Instant? {
    guard available > 0 else { return now }
    guard consumed > 0 else { return nil }
    let length = Int128(available.value) * Int128(days) * 86_400_000_000 / Int128(consumed)
    let end = Int128(now.microseconds) + length
    return end <= Int128(Instant.latest.microseconds) ? Instant(microseconds: Int64(end)) : nil
  }
}
