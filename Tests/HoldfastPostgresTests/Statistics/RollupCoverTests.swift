import Holdfast
import HoldfastTesting
import Testing

@testable import HoldfastPostgres

/// Which stored buckets a period is made of.
@Suite struct RollupCoverTests {
  private func buckets(
    _ from: String, _ to: String, _ unit: CalendarUnit, _ zone: String = "UTC"
  ) throws -> StatisticsBuckets {
    try StatisticsBuckets(
      StatisticsPeriod(
        from: try #require(Instant(from)), to: try #require(Instant(to)), by: unit,
        timeZone: zone))
  }

  private func lengths(_ cover: RollupCover) -> [RollupSpan: Int64] {
    var lengths: [RollupSpan: Int64] = [:]
    for run in cover.runs {
      lengths[run.span, default: 0] +=
        (run.next.microseconds - run.first.microseconds) / run.span.microseconds
    }
    return lengths
  }

  @Test("a year by month is days, and hours and quarters where a zone cuts a day")
  func year() throws {
    let utc = RollupCover(
      try buckets("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z", .month), now: .latest)
    #expect(lengths(utc) == [.day: 365])
    #expect(utc.runs.count == 1)
    let kolkata = RollupCover(
      try buckets("2025-12-31T18:30:00Z", "2026-12-31T18:30:00Z", .month, "Asia/Kolkata"),
      now: .latest)
    // Of each of the eleven days that are cut 23 hours, and of the one that is cut four quarters.
    let expected: [RollupSpan: Int64] = [.day: 353, .hour: 276, .quarter: 48]
    #expect(lengths(kolkata) == expected)
    #expect(kolkata.gaps == [])
  }

  @Test(
    "what no quarter fits into is left over; a period that ends in the future ends with the present"
  )
  func gaps() throws {
    let some = try buckets("2026-01-01T00:07:00Z", "2026-01-02T00:05:00Z", .day)
    let past = RollupCover(some, now: .latest)
    #expect(
      past.gaps == [
        try #require(
          Instant("2026-01-01T00:07:00Z"))..<(try #require(
            Instant("2026-01-01T00:15:00Z"))),
        try #require(
          Instant("2026-01-02T00:00:00Z"))..<(try #require(
            Instant("2026-01-02T00:05:00Z"))),
      ])
    let present = RollupCover(some, now: try #require(Instant("2026-01-02T00:04:00Z")))
    #expect(present.gaps == [past.gaps[0]])
    let minutes = RollupCover(
      try buckets("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", .minute), now: .latest)
    #expect(minutes.runs.isEmpty)
    #expect(minutes.gaps.count == 1)
  }

  @Test("runs and gaps are the period, once, and none reaches over a boundary")
  func partition() throws {
    var random = SplitMix(seed: 7)
    let zones = ["UTC", "Asia/Kathmandu", "Australia/Lord_Howe", "America/New_York"]
    for _ in 0..<300 {
      let from = Int64(random.next() % 1_800_000_000) * 1_000_000
      let length = Int64(random.next() % (200 * 86_400)) * 1_000_000
      let unit: CalendarUnit = [.hour, .day, .week, .month][Int(random.next() % 4)]
      let buckets = try StatisticsBuckets(
        StatisticsPeriod(
          from: Instant(microseconds: from), to: Instant(microseconds: from + length), by: unit,
          timeZone: zones[Int(random.next() % 4)]))
      let cover = RollupCover(buckets, now: .latest)
      var pieces = cover.gaps.map { ($0.lowerBound, $0.upperBound) }
      for run in cover.runs {
        var start = run.first
        while start < run.next {
          let end = start.advanced(byMicroseconds: run.span.microseconds)
          pieces.append((start, end))
          #expect(run.span.start(of: start) == start)
          #expect(
            buckets.index(of: start) == buckets.index(of: end.advanced(byMicroseconds: -1)))
          start = end
        }
      }
      pieces.sort { $0.0 < $1.0 }
      var next = buckets.from
      for (start, end) in pieces {
        #expect(start == next)
        next = end
      }
      #expect(next == buckets.to)
    }
  }
}
