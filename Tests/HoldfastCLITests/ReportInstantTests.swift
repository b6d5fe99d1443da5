import Holdfast
import Testing

@testable import HoldfastCLI

/// Now is a Sunday, the day on which Berlin's clocks went forward.
@Suite struct ReportInstantTests {
  @Test(
    "words, days and spans lie in the calendar of the time zone",
    arguments: [
      ("2026-03-29T09:00:00+02:00", "2026-03-29T07:00:00Z", "2026-03-29T10:00:00Z"),
      ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
      ("2026-03", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"),
      ("2026", "2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z"),
      ("now", "2026-03-29T10:00:00Z", "2026-03-29T10:00:00Z"),
      ("today", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
      ("yesterday", "2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z"),
      ("tomorrow", "2026-03-29T22:00:00Z", "2026-03-30T22:00:00Z"),
      ("this-week", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z"),
      ("last-week", "2026-03-15T23:00:00Z", "2026-03-22T23:00:00Z"),
      ("next-week", "2026-03-29T22:00:00Z", "2026-04-05T22:00:00Z"),
      ("last-month", "2026-01-31T23:00:00Z", "2026-02-28T23:00:00Z"),
      ("this-month", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"),
      ("next-year", "2026-12-31T23:00:00Z", "2027-12-31T23:00:00Z"),
      ("7d", "2026-03-22T10:00:00Z", "2026-03-29T10:00:00Z"),
      ("90m", "2026-03-29T08:30:00Z", "2026-03-29T10:00:00Z"),
      ("50m", "2026-03-29T09:00:00Z", "2026-03-29T10:00:00Z"),
      ("+2w", "2026-03-29T10:00:00Z", "2026-04-12T10:00:00Z"),
    ])
  func understood(text: String, start: String, end: String) throws {
    let found = try #require(ReportInstantTests.read(text))
    #expect(found.start == Instant(start))
    #expect(found.end == Instant(end))
  }

  @Test(
    "whatever else is none",
    arguments: [
      "", "2026-3-29", "2026-03-32", "0000", "26", "2026-03-29T09:00:00", "last", "last-day",
      "prev-month", "7", "-7d", "++7d", "1.5d", "monday", "2026-03-29-01",
    ])
  func refused(text: String) {
    #expect(ReportInstantTests.read(text) == nil)
  }

  private static func read(_ text: String) -> ReportInstant? {
    guard let zone = ZoneRules("Europe/Berlin"), let now = Instant("2026-03-29T10:00:00Z") else {
      return nil
    }
    return ReportInstant(text, in: zone, weekStart: .monday, now: now)
  }
}
