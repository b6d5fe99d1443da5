import HoldfastTesting
import Testing

@testable import Holdfast

/// A time zone, and an instant shortly before its clocks change.
struct ZoneChange: Sendable, CustomTestStringConvertible {
  let timeZone: String
  let start: Instant

  init(_ timeZone: String, _ start: String) {
    self.timeZone = timeZone
    self.start = Instant(start) ?? SimulatedClock.start
  }

  var testDescription: String { timeZone }

  static let all = [
    ZoneChange("Europe/Paris", "2026-03-28T23:30:00Z"),
    ZoneChange("Europe/Paris", "2026-10-24T23:30:00Z"),
    ZoneChange("America/Toronto", "2026-03-08T05:00:00Z"),
    ZoneChange("America/Toronto", "2026-11-01T04:00:00Z"),
    ZoneChange("Australia/Lord_Howe", "2026-04-04T13:00:00Z"),
    ZoneChange("Pacific/Apia", "2011-12-30T07:00:00Z"),
    ZoneChange("Africa/Freetown", "1939-09-05T00:00:00Z"),
    ZoneChange("Asia/Kathmandu", "2026-01-01T17:00:00Z"),
  ]
}

/// Random journals in ranges and zones drawn from the seed: what a store answers is the sum of the
/// rows, as code that shares nothing with it makes them.
@Suite struct StatisticsPropertyTests {
  private struct World {
    let workload: RandomWorkload
    let contents: LedgerContents
    var random: SplitMix

    /// What is due is written, so that the rows show it; the answers before that are in `unswept`.
    init(_ change: ZoneChange, seed: UInt64) async throws {
      workload = try await RandomWorkload.run(seed: seed, count: 250, start: change.start)
      _ = try await workload.store.sweep(RandomWorkload.tenant)
      contents = try await LedgerContents(of: RandomWorkload.tenant, in: workload.store)
      random = SplitMix(seed: seed)
    }

    /// A range within what happened, or a little around it.
    mutating func period(_ change: ZoneChange) -> StatisticsPeriod {
      let start = change.start.advanced(bySeconds: -3600)
      let length = Int((workload.clock.now.microseconds - start.microseconds) / 1_000_000) + 7200
      let ends = [random.below(length), random.below(length)].sorted()
      return StatisticsPeriod(
        from: start.advanced(bySeconds: Int64(ends[0])),
        to: start.advanced(bySeconds: Int64(ends[1])),
        by: random.pick([.minute, .hour, .day, .week, .month, .year]), timeZone: change.timeZone,
        weekStart: random.pick(Weekday.allCases))
    }
  }

  private static let seeds: ClosedRange<UInt64> = 1...6

  @Test(arguments: ZoneChange.all, seeds)
  func `I12 Reports: entries by bucket and group are the sum of the rows`(
    change: ZoneChange, seed: UInt64
  ) async throws {
    var world = try await World(change, seed: seed)
    for _ in 0..<12 {
      let query = ConsumptionQuery(
        unit: world.random.pick(["a", "b"]), account: world.random.pick([nil, nil, "ada", "bob"]),
        period: world.period(change), grouping: world.random.pick([nil, .kind, .account]))
      let answer = try await world.workload.store.consumption(query, in: RandomWorkload.tenant)
      let points = world.contents.entryPoints(query)
      #expect(points.differences(of: answer, values: ConsumptionFigures.values) == [], "\(query)")
      #expect(answer.bucketDifferences(from: query.period) == [], "\(query.period)")
    }
  }

  @Test(arguments: ZoneChange.all, seeds)
  func `reservations by bucket and account are the sum of the rows`(
    change: ZoneChange, seed: UInt64
  ) async throws {
    var world = try await World(change, seed: seed)
    for _ in 0..<8 {
      let query = ReservationQuery(
        unit: world.random.pick(["a", "b"]), account: world.random.pick([nil, "ada"]),
        period: world.period(change), grouping: world.random.pick([nil, .account]))
      let answer = try await world.workload.store.reservationStatistics(
        query, in: RandomWorkload.tenant)
      let points = world.contents.reservationPoints(query)
      #expect(points.differences(of: answer, values: ReservationFigures.values) == [], "\(query)")
      #expect(answer.totals.heldTimes.count == answer.totals.endedCount)
      var times = DurationHistogram()
      for bucket in answer.buckets { try times.add(bucket.figures.heldTimes) }
      #expect(times == answer.totals.heldTimes)
    }
  }

  @Test(arguments: ZoneChange.all, seeds)
  func `a peak is the greatest level of any instant`(
    change: ZoneChange, seed: UInt64
  ) async throws {
    var world = try await World(change, seed: seed)
    var query = HeldPeaksQuery(unit: "a", period: world.period(change))
    query.period.granularity = .hour
    let answer = try await world.workload.store.heldPeaks(query, in: RandomWorkload.tenant)
    let instants = world.contents.accounts.flatMap(\.balances).flatMap(\.rows).map(\.instant)
    for bucket in answer.buckets {
      let begin = max(bucket.start, query.period.from)
      let end = min(bucket.end, query.period.to)
      let within = instants.filter { begin < $0 && $0 < end } + [begin]
      let levels = Set(within).map { ($0, world.contents.held(of: "a", at: $0)) }
      let peak = levels.map(\.1).max()
      #expect(bucket.amount == peak)
      #expect(bucket.reachedAt == levels.filter { $0.1 == peak }.map(\.0).min())
    }
  }

  @Test(arguments: ZoneChange.all, seeds)
  func `whatever it is grouped by, it adds up to the same, swept or not`(
    change: ZoneChange, seed: UInt64
  ) async throws {
    let workload = try await RandomWorkload.run(seed: seed, count: 250, start: change.start)
    workload.clock.advance(bySeconds: 7200)
    var random = SplitMix(seed: seed)
    let tenant = RandomWorkload.tenant
    let period = StatisticsPeriod(
      from: change.start, to: change.start.advanced(bySeconds: 86_400), by: .hour,
      timeZone: change.timeZone)
    let groupings: [ConsumptionGrouping] = [.kind, .description, .item, .account, .metadata("m")]
    var queries = groupings.map { ConsumptionQuery(unit: "a", period: period, grouping: $0) }
    for index in queries.indices { queries[index].top = random.pick([nil, 1, 2]) }
    var unswept: [ConsumptionStatistics] = []
    for query in queries {
      unswept.append(try await workload.store.consumption(query, in: tenant))
    }
    let usage = UsageQuery(period: period, grouping: .item)
    let used = try await workload.store.usageStatistics(usage, in: tenant)
    _ = try await workload.store.sweep(tenant)
    for (query, before) in zip(queries, unswept) {
      let answer = try await workload.store.consumption(query, in: tenant)
      #expect(answer.buckets == before.buckets)
      #expect(answer.groups == before.groups)
      #expect(answer.totals == unswept[0].totals)
      #expect(answer.groups.count <= (query.top ?? .max - 1) + 1)
      var sum = ConsumptionFigures()
      for group in answer.groups { try sum.add(group.totals) }
      #expect(sum == answer.totals)
      var buckets = ConsumptionFigures()
      for bucket in answer.buckets { try buckets.add(bucket.figures) }
      #expect(buckets == answer.totals)
    }
    #expect(try await workload.store.usageStatistics(usage, in: tenant).buckets == used.buckets)
  }

  @Test(arguments: ZoneChange.all, seeds)
  func `what broke is what lapsed and was voided, and what expires is what lots still have`(
    change: ZoneChange, seed: UInt64
  ) async throws {
    let world = try await World(change, seed: seed)
    let store = world.workload.store
    let period = StatisticsPeriod(
      from: change.start, to: change.start.advanced(bySeconds: 86_400 * 3), by: .hour,
      timeZone: change.timeZone)
    for grouping in [nil, .account, .category] as [LotGrouping?] {
      let broken = try await store.breakage(
        BreakageQuery(unit: "a", period: period, grouping: grouping), in: RandomWorkload.tenant)
      let left = try await store.consumption(
        ConsumptionQuery(unit: "a", period: period), in: RandomWorkload.tenant)
      for (bucket, other) in zip(broken.buckets, left.buckets) {
        #expect(bucket.figures.lapsedAmount == other.figures.lapsed)
        #expect(bucket.figures.voidedAmount == other.figures.voided)
      }
      if grouping != nil {
        var sum = BreakageFigures()
        for group in broken.groups { try sum.add(group.totals) }
        #expect(sum == broken.totals)
      }
      let ahead = try await store.expiringCredits(
        ExpiringQuery(unit: "a", period: period, grouping: grouping), in: RandomWorkload.tenant)
      let lots = world.contents.accounts.flatMap(\.balances).filter { $0.unit == "a" }
        .flatMap(\.lots.values).filter { lot in
          guard let end = lot.terms.expiresAt else { return false }
          return lot.remaining > 0 && !lot.isVoided && period.from <= end && end < period.to
        }
      let totals = ahead.totals
      #expect(totals.lotCount == Int64(lots.count))
      #expect(
        totals.amount + totals.pinnedAmount + totals.scheduledAmount
          == lots.reduce(0) { $0 + $1.remaining.value })
      #expect(ahead.buckets.reduce(0) { $0 + $1.figures.lotCount } == totals.lotCount)
    }
  }
}
