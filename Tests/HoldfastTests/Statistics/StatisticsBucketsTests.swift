import Testing

@testable import Holdfast

@Suite struct StatisticsBucketsTests {
  private func period(
    _ from: String, _ to: String, _ unit: CalendarUnit, _ zone: String = "UTC"
  ) throws -> StatisticsPeriod {
    StatisticsPeriod(
      from: try #require(Instant(from)), to: try #require(Instant(to)), by: unit, timeZone: zone)
  }

  @Test func `an instant is in the bucket that begins last before it, within the period`() throws {
    let buckets = try StatisticsBuckets(
      try period("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", .day, "Europe/Paris"))
    let table: [(String, Int?)] = [
      ("2026-03-28T11:59:59.999999Z", nil), ("2026-03-28T12:00:00Z", 0),
      ("2026-03-28T22:59:59.999999Z", 0), ("2026-03-28T23:00:00Z", 1),
      ("2026-03-29T21:59:59.999999Z", 1), ("2026-03-29T22:00:00Z", 2),
      ("2026-03-30T11:59:59.999999Z", 2), ("2026-03-30T12:00:00Z", nil),
    ]
    for (text, index) in table {
      #expect(buckets.index(of: try #require(Instant(text))) == index, "\(text)")
    }
    #expect(buckets.count == 3)
    #expect(buckets.end(of: 2) == Instant("2026-03-30T22:00:00Z"))
  }

  @Test func `an empty period has no buckets`() throws {
    let buckets = try StatisticsBuckets(
      try period("2026-03-28T12:00:00Z", "2026-03-28T12:00:00Z", .hour))
    #expect(buckets.count == 0)
    #expect(buckets.index(of: try #require(Instant("2026-03-28T12:00:00Z"))) == nil)
  }

  @Test func `the most buckets are given, and one more is refused with its number`() throws {
    let start = try #require(Instant("2026-01-01T00:00:00Z"))
    let most = StatisticsPeriod(
      from: start, to: start.advanced(bySeconds: 6_000_000), by: .minute)
    #expect(try StatisticsBuckets(most).count == 100_000)
    var more = most
    more.to = most.to.advanced(byMicroseconds: 1)
    let error = #expect(throws: LedgerError.self) { try StatisticsBuckets(more) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.required == 100_001)
    #expect(error?.limit == 100_000)
  }

  @Test func `the whole of time can be asked for by year`() throws {
    let whole = StatisticsPeriod(from: .earliest, to: .latest, by: .year, timeZone: "Asia/Tokyo")
    let buckets = try StatisticsBuckets(whole)
    #expect((9999...10_000).contains(buckets.count))
    #expect(buckets.index(of: .earliest) == 0)
    let last = Instant.latest.advanced(byMicroseconds: -1)
    #expect(buckets.index(of: last) == buckets.count - 1)
  }
}
