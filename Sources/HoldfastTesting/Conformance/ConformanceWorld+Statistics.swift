internal import Holdfast

extension ConformanceWorld {
  /// The day of the present instant.
  var day: StatisticsPeriod {
    let start = WindowCalendar().bounds(
      of: .calendar(CalendarWindow(unit: .day, timeZone: "UTC")), containing: clock.now
    ).start
    let from = start ?? clock.now
    return StatisticsPeriod(from: from, to: from.advanced(bySeconds: 86_400), by: .day)
  }

  /// Consumption of the whole tenant.
  func consumption(
    _ period: StatisticsPeriod, by grouping: ConsumptionGrouping?
  ) async throws(LedgerError) -> ConsumptionStatistics {
    try await store.consumption(
      ConsumptionQuery(unit: "credits", period: period, grouping: grouping), in: tenant)
  }

  /// Reservations of the whole tenant.
  func reservations(
    _ period: StatisticsPeriod
  ) async throws(LedgerError) -> ReservationStatistics {
    try await store.reservationStatistics(
      ReservationQuery(unit: "credits", period: period), in: tenant)
  }

  /// Whether buckets, groups and totals agree, and whether what was sent had been received.
  func expectSums(names: [AccountName], _ period: StatisticsPeriod) async throws {
    var hours = period
    hours.granularity = .hour
    let answer = try await consumption(hours, by: .kind)
    try expectAddsUp(answer)
    let transfers = answer.groups.first { $0.key == .value(ByteText("transfer")) }?.totals
    try expectEqual(transfers?.net ?? 0, 0, "what transfers brought and took")
    let byAccount = try await consumption(hours, by: .account)
    try expectAddsUp(byAccount)
    try expectEqual(byAccount.totals.net, byAccount.totals.granted - byAccount.totals.spent, "net")
    try expectEqual(byAccount.groups.count, names.count, "accounts")
  }

  /// Σ buckets = Σ groups = totals.
  func expectAddsUp(_ answer: ConsumptionStatistics) throws {
    var byBucket = ConsumptionFigures()
    for bucket in answer.buckets { try byBucket.add(bucket.figures) }
    try expectEqual(byBucket, answer.totals, "the sum over the buckets")
    var byGroup = ConsumptionFigures()
    for group in answer.groups {
      try byGroup.add(group.totals)
      var own = ConsumptionFigures()
      for bucket in group.buckets { try own.add(bucket.figures) }
      try expectEqual(own, group.totals, "the sum over the buckets of \(group.key)")
    }
    try expectEqual(byGroup, answer.totals, "the sum over the groups")
  }
}
