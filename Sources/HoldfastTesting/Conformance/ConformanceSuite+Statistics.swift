internal import Holdfast

/// Statistics of what happened and is due.
extension ConformanceSuite {
  static let statisticsCases = [
    ConformanceCase("buckets, groups and totals add up, and one snapshot shows both sides", sums),
    ConformanceCase("what is due counts unwritten, and a period closes when it is written", due),
    ConformanceCase("a group has its own figures, and a range only what lies in it", ranges),
    ConformanceCase("peaks are those of one instant, and shares those of the end", reservations),
    ConformanceCase("usage that is taken back leaves the bucket of its record", usageTakenBack),
    ConformanceCase("what expires and what broke tell categories apart", lots),
    ConformanceCase("a sum that does not fit 64 bits is refused", overflow),
    ConformanceCase("a question that makes no sense is refused by its field", badQuestions),
  ]

  /// Transfers go back and forth while they are added up: what left had come, in every answer.
  @Sendable private static func sums(_ world: ConformanceWorld) async throws {
    let names: [AccountName] = ["ada", "bob", "cyd", "dee"]
    for name in names { try await world.credit(1000, to: name) }
    let period = world.day
    let writers = 4
    _ = try await world.race(throwing: writers + 2) { index in
      for round in 0..<40 {
        if index >= writers {
          try await world.expectSums(names: names, period)
          continue
        }
        let transfer = Transfer(unit: "credits", to: names[(index + 1) % writers], amount: 7)
        try await world.submit(
          names[index], IdempotencyKey("t\(index).\(round)"), .transfer(transfer))
        try await world.debit(1, from: names[index], IdempotencyKey("d\(index).\(round)"))
      }
    }
    try await world.expectSums(names: names, period)
    let last = try await world.consumption(period, by: .account)
    try world.expectEqual(last.totals.consumed, Int64(writers * 40), "consumed")
    try world.expectEqual(last.totals.transferred, Int64(writers * 40 * 7), "transferred")
    try world.expectEqual(last.groups.map(\.totals.consumed), [40, 40, 40, 40], "by account")
  }

  @Sendable private static func due(_ world: ConformanceWorld) async throws {
    let period = world.day
    try await world.credit(100, to: "ada", expiresIn: 100)
    try await world.reserve(30, on: "ada", expiresIn: 50)
    world.clock.advance(to: period.to.advanced(bySeconds: 5))
    let before = try await world.consumption(period, by: .kind)
    try world.expectEqual(before.totals.lapsed, 100, "lapsed before a sweep")
    let ended = try await world.reservations(period)
    try world.expectEqual(ended.totals.expiredUnsettledAmount, 30, "expired before a sweep")
    try world.expect(!before.isClosed && !ended.isClosed, "closed with something unwritten")
    _ = try await world.store.sweep(world.tenant)
    let after = try await world.consumption(period, by: .kind)
    try world.expect(after.isClosed, "not closed after a sweep")
    try world.expectEqual(after.totals, before.totals, "the figures after a sweep")
    try world.expectEqual(after.groups, before.groups, "the groups after a sweep")
    let present = try await world.consumption(world.day, by: .kind)
    try world.expect(!present.isClosed, "a period that goes on is closed")
  }

  @Sendable private static func ranges(_ world: ConformanceWorld) async throws {
    let period = world.day
    try await world.credit(100, to: "ada")
    try await world.debit(10, from: "ada", "d1")
    world.clock.advance(to: period.to)
    try await world.debit(7, from: "ada", "d2")
    let first = try await world.consumption(period, by: .kind)
    try world.expectEqual(first.totals.consumed, 10, "consumed on the first day")
    try world.expectEqual(
      first.groups.map(\.key), ["debit", "grant"].map { .value(ByteText($0)) }, "the groups")
    try world.expectEqual(first.groups.map(\.totals.consumed), [10, 0], "consumed by kind")
    try world.expectEqual(first.groups.map(\.totals.granted), [0, 100], "granted by kind")
    let second = try await world.consumption(world.day, by: .account)
    try world.expectEqual(second.totals.entryCount, 1, "entries of the second day")
    try world.expectEqual(second.groups.map(\.totals.consumed), [7], "consumed by account")
    var both = period
    both.to = world.day.to
    let days = try await world.consumption(both, by: nil)
    try world.expectEqual(days.buckets.map(\.figures.consumed), [10, 7], "consumed by day")
    let other = try await world.neighbour.consumption(both, by: .account)
    try world.expectEqual(other.totals, ConsumptionFigures(), "figures of another tenant")
    try world.expectEqual(other.groups.count, 0, "groups of another tenant")
  }

  @Sendable private static func reservations(_ world: ConformanceWorld) async throws {
    let period = world.day
    try await world.credit(500, to: "ada")
    try await world.credit(500, to: "bob")
    let first = try await world.reserve(100, on: "ada", expiresIn: 600)
    world.clock.advance(bySeconds: 60)
    try await world.settle(first, 25)
    let second = try await world.reserve(80, on: "bob", expiresIn: 600)
    world.clock.advance(bySeconds: 60)
    try await world.settle(second, 80)
    let peaks = try await world.store.heldPeaks(
      HeldPeaksQuery(unit: "credits", period: period), in: world.tenant)
    try world.expectEqual(peaks.buckets.map(\.amount), [100], "the most that was held")
    let ended = try await world.reservations(period)
    try world.expectEqual(ended.totals.settledCount, 2, "settled")
    try world.expectEqual(ended.totals.heldAmount, 180, "held")
    try world.expectEqual(ended.totals.settledAmount, 105, "settled amount")
    try world.expectEqual(ended.totals.returnedAmount, 75, "returned")
    let median = try world.require(ended.totals.heldTimes.percentile(50), "the median")
    try world.expect(median >= .seconds(60) && median <= .seconds(61), "held for \(median)")
  }

  @Sendable private static func usageTakenBack(_ world: ConformanceWorld) async throws {
    let period = world.day
    try await world.credit(100, to: "ada")
    try await world.define(
      maximum: 2, overage: .charge(UsagePrice(unit: "credits", amount: 3)))
    let answer = try await world.recordUsage(5, by: "ada")
    let record = try world.require(answer.recordId, "the record")
    world.clock.advance(to: period.to)
    let reverse = ReverseUsage(record: record, amount: 2)
    try await world.submit("ada", "back", .reverseUsage(reverse))
    let usage = try await world.store.usageStatistics(
      UsageQuery(account: "ada", period: period, grouping: .item), in: world.tenant)
    try world.expectEqual(usage.totals.amount, 3, "pieces")
    try world.expectEqual(usage.totals.consumed, 2, "pieces within the limit")
    try world.expectEqual(usage.totals.eventCount, 1, "records")
    try world.expectEqual(usage.totals.chargedUnits, 3, "what they cost")
    try world.expectEqual(usage.groups.map(\.key), [.value(ByteText("image"))], "the groups")
    let money = try await world.consumption(period, by: .item)
    try world.expectEqual(money.totals.consumed, 9, "consumed on the day of the record")
    let later = try await world.consumption(world.day, by: .item)
    try world.expectEqual(later.totals.consumed, -6, "consumed on the day of the taking back")
  }

  @Sendable private static func lots(_ world: ConformanceWorld) async throws {
    let period = world.day
    let end = period.from.advanced(bySeconds: 3600)
    for (key, category) in [("paid", .paid), ("gift", .promotional)]
      as [(IdempotencyKey, Credit.Category)]
    {
      let credit = Credit(
        unit: "credits", amount: 50, expiresAt: end, category: category, costBasis: 20)
      try await world.submit("ada", key, .credit(credit))
    }
    try await world.debit(60, from: "ada")
    let query = ExpiringQuery(unit: "credits", period: period, grouping: .category)
    let ahead = try await world.store.expiringCredits(query, in: world.tenant)
    try world.expectEqual(ahead.totals.amount, 40, "what will lapse")
    try world.expectEqual(ahead.totals.costBasis, 16, "its cost basis")
    try world.expectEqual(ahead.groups.map(\.key), [.value(ByteText("paid"))], "the categories")
    world.clock.advance(to: end)
    let gone = try await world.store.breakage(
      BreakageQuery(unit: "credits", period: period, grouping: .category), in: world.tenant)
    try world.expectEqual(gone.totals.grantedAmount, 100, "granted")
    try world.expectEqual(gone.groups.map(\.totals.brokenAmount), [40, 0], "broken by category")
    try world.expectEqual(gone.totals.brokenCostBasis, 16, "the cost basis of what broke")
  }

  @Sendable private static func overflow(_ world: ConformanceWorld) async throws {
    func pairs(_ range: Range<Int>) -> [Command] {
      range.flatMap { index in
        [
          world.command(
            "ada", IdempotencyKey("c\(index)"),
            .credit(Credit(unit: "credits", amount: .maximum))),
          world.command(
            "ada", IdempotencyKey("d\(index)"),
            .debit(Debit(unit: "credits", amount: .maximum))),
        ]
      }
    }
    let period = world.day
    let results = try await world.store.submit(pairs(0..<1024))
    try world.expectEqual(results.freshCount, 2048, "commands applied")
    let most = try await world.consumption(period, by: .kind)
    try world.expectEqual(most.totals.spent, 1024 * Amount.maximum.value, "spent")
    try world.expectEqual(most.totals.net, 0, "the net")
    _ = try await world.store.submit(pairs(1024..<1025))
    for grouping in [nil, .kind, .description] as [ConsumptionGrouping?] {
      try await world.expectRefusal(.amountOverflow, "a sum past 64 bits") {
        () async throws(LedgerError) -> ConsumptionStatistics in
        try await world.consumption(period, by: grouping)
      }
    }
  }

  @Sendable private static func badQuestions(_ world: ConformanceWorld) async throws {
    let day = world.day
    let reversed = StatisticsPeriod(from: day.to, to: day.from, by: .day)
    let nowhere = StatisticsPeriod(from: day.from, to: day.to, by: .day, timeZone: "Mars/Olympus")
    let endless = StatisticsPeriod(from: .earliest, to: .latest, by: .minute)
    for (period, field) in [(reversed, "to"), (nowhere, "timeZone"), (endless, "granularity")] {
      let error = try await world.expectRefusal(.invalidArgument, field) {
        () async throws(LedgerError) -> ConsumptionStatistics in
        try await world.consumption(period, by: nil)
      }
      try world.expectEqual(error.field.map { ByteText($0) }, ByteText(field), "the field")
      guard period == endless else { continue }
      try world.expectEqual(error.limit, 100_000, "the limit")
      try world.expect((error.required ?? 0) > 5_000_000_000, "the number of buckets")
    }
    let nobody = try await world.store.consumption(
      ConsumptionQuery(unit: "nothing", account: "nobody", period: day, grouping: .item),
      in: world.tenant)
    try world.expectEqual(nobody.totals, ConsumptionFigures(), "figures of nobody")
    try world.expectEqual(nobody.buckets.count, 1, "buckets of nobody")
  }
}
