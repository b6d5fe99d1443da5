import Testing

@testable import Holdfast

/// Billing periods and fixed windows, on both sides of their anchor.
@Suite struct AnchoredWindowTests {
  @Test func `C35: an anchor on the 31st keeps to the ends of short months`() throws {
    let anchor = try #require(Instant("2026-05-31T00:00:00Z"))
    let window = Window.billingPeriod(anchor: anchor, months: 1, timeZone: "UTC")
    let found = try starts(of: window, from: "2026-05-31T00:00:00Z", count: 6)
    let days = ["05-31", "06-30", "07-31", "08-31", "09-30", "10-31"]
    #expect(found == days.map { "2026-\($0)T00:00:00Z" })
  }

  @Test(
    arguments: [
      (
        "2026-01-31 10:15", 1, "UTC",
        ["2025-11-30 10:15", "2025-12-31 10:15", "2026-01-31 10:15", "2026-02-28 10:15"]
      ),
      ("2026-01-31 10:15", 1, "UTC", ["2026-02-28 10:15", "2026-03-31 10:15", "2026-04-30 10:15"]),
      (
        "2024-02-29 00:00", 12, "UTC",
        ["2023-02-28 00:00", "2024-02-29 00:00", "2025-02-28 00:00", "2026-02-28 00:00"]
      ),
      ("2024-02-29 00:00", 12, "UTC", ["2027-02-28 00:00", "2028-02-29 00:00"]),
      (
        "2024-02-29 00:00", 48, "UTC", ["2096-02-29 00:00", "2100-02-28 00:00", "2104-02-29 00:00"]
      ),
      ("2025-11-30 00:00", 3, "UTC", ["2026-02-28 00:00", "2026-05-30 00:00", "2026-08-30 00:00"]),
      (
        "1970-01-31 00:00", 1200, "UTC",
        ["1870-01-31 00:00", "1970-01-31 00:00", "2070-01-31 00:00"]
      ),
      // The local day counts: 1 February, 08:30, in Tokyo; 31 January, 20:00, in New York.
      ("2026-01-31 23:30", 1, "Asia/Tokyo", ["2026-01-31 23:30", "2026-02-28 23:30"]),
      (
        "2026-02-01 01:00", 1, "America/New_York",
        ["2026-02-01 01:00", "2026-03-01 01:00", "2026-04-01 00:00", "2026-05-01 00:00"]
      ),
      // 02:30 is skipped on 29 March; the next period has it again.
      (
        "2026-01-29 01:30", 1, "Europe/Paris",
        ["2026-02-28 01:30", "2026-03-29 01:00", "2026-04-29 00:30"]
      ),
      // A second before its occurrence the skipped time is still one that exists.
      (
        "2026-01-29 00:59:59", 1, "Europe/Paris",
        ["2026-02-28 00:59:59", "2026-03-29 00:59:59", "2026-04-28 23:59:59"]
      ),
      // The 30th of December 2011 does not exist in Samoa.
      (
        "2011-11-30 10:00", 1, "Pacific/Apia",
        ["2011-11-30 10:00", "2011-12-30 10:00", "2012-01-29 10:00"]
      ),
    ] as [(String, Int, String, [String])])
  func `month-ends clamp from the anchor, before it and after it`(
    anchor: String, months: Int, zone: String, expected: [String]
  ) throws {
    let anchor = try #require(Instant(utc([anchor])[0]))
    let expected = utc(expected)
    let window = Window.billingPeriod(anchor: anchor, months: months, timeZone: zone)
    #expect(try starts(of: window, from: expected[0], count: expected.count) == expected)
  }

  @Test func `an anchor keeps its microseconds, but not past a skipped time`() throws {
    let anchor = try #require(Instant("2026-01-29T01:30:00.000001Z"))
    let window = Window.billingPeriod(anchor: anchor, months: 1, timeZone: "Europe/Paris")
    let found = try starts(of: window, from: "2026-02-28T01:30:00.000001Z", count: 3)
    #expect(
      found == [
        "2026-02-28T01:30:00.000001Z", "2026-03-29T01:00:00Z", "2026-04-29T00:30:00.000001Z",
      ])
  }

  @Test func `period 0 starts at the anchor, though its local time came before`() throws {
    // 02:30 for the second time; the first was at 00:30 UTC.
    let anchor = try #require(Instant("2026-10-25T01:30:00Z"))
    let window = Window.billingPeriod(anchor: anchor, months: 1, timeZone: "Europe/Paris")
    let found = try starts(of: window, from: "2026-10-25T00:45:00Z", count: 3)
    #expect(found == utc(["2026-09-25 00:30", "2026-10-25 01:30", "2026-11-25 01:30"]))
  }

  @Test(
    arguments: [
      ("2026-01-01 00:00", 18_000, ["2025-12-31 19:00", "2026-01-01 00:00", "2026-01-01 05:00"]),
      ("2026-01-01 00:00", 604_800, ["2026-06-18 00:00", "2026-06-25 00:00"]),
      ("1970-01-01 00:00:01", 2, ["1969-12-31 23:59:59", "1970-01-01 00:00:01"]),
      ("2026-01-01 00:00", 1, ["2026-03-29 00:59:59", "2026-03-29 01:00"]),
      ("2026-01-01 00:00", 316_224_000, ["2015-12-25 00:00", "2026-01-01 00:00"]),
    ] as [(String, Int64, [String])])
  func `a fixed window is elapsed time from its anchor, before it and after it`(
    anchor: String, seconds: Int64, expected: [String]
  ) throws {
    let anchor = try #require(Instant(utc([anchor])[0]))
    let expected = utc(expected)
    let window = Window.fixed(anchor: anchor, seconds: seconds)
    #expect(try starts(of: window, from: expected[0], count: expected.count) == expected)
  }

  @Test func `a fixed window keeps the microseconds of its anchor`() throws {
    let anchor = try #require(Instant("2026-01-01T00:00:00.25Z"))
    let window = Window.fixed(anchor: anchor, seconds: 60)
    let found = try starts(of: window, from: "2025-12-31T23:59:00.249999Z", count: 2)
    #expect(found == ["2025-12-31T23:58:00.250Z", "2025-12-31T23:59:00.250Z"])
  }
}
