import Testing

@testable import Holdfast

/// Minutes and hours: elapsed time, cut where the offset changes.
@Suite struct ElapsedWindowTests {
  @Test(
    arguments: [
      ("UTC", ["2026-01-01 00:00", "2026-01-01 01:00"]),
      ("UTC", ["1969-12-31 23:00", "1970-01-01 00:00"]),
      ("Asia/Kolkata", ["2026-01-01 00:30", "2026-01-01 01:30"]),
      ("Asia/Kathmandu", ["2026-01-01 00:15", "2026-01-01 01:15"]),
      // A repeated hour is two windows, a skipped one none.
      (
        "Europe/Paris",
        ["2026-10-24 23:00", "2026-10-25 00:00", "2026-10-25 01:00", "2026-10-25 02:00"]
      ),
      ("Europe/Paris", ["2026-03-29 00:00", "2026-03-29 01:00", "2026-03-29 02:00"]),
      // Half an hour back at 02:00, half an hour on at 02:00.
      (
        "Australia/Lord_Howe",
        ["2026-04-04 14:00", "2026-04-04 15:00", "2026-04-04 15:30", "2026-04-04 16:30"]
      ),
      (
        "Australia/Lord_Howe",
        ["2026-10-03 14:30", "2026-10-03 15:30", "2026-10-03 16:00", "2026-10-03 17:00"]
      ),
      // An hour back one minute after midnight.
      (
        "America/St_Johns",
        ["2006-10-29 01:30", "2006-10-29 02:30", "2006-10-29 02:31", "2006-10-29 03:30"]
      ),
    ] as [(String, [String])])
  func `an hour is aligned to the offset, and a change of offset starts a new one`(
    zone: String, expected: [String]
  ) throws {
    let expected = utc(expected)
    let window = Window.calendar(CalendarWindow(unit: .hour, timeZone: zone))
    #expect(try starts(of: window, from: expected[0], count: expected.count) == expected)
  }

  @Test(
    arguments: [
      ("Asia/Kathmandu", ["2026-01-01 00:00", "2026-01-01 00:01", "2026-01-01 00:02"]),
      ("Europe/Paris", ["2026-03-29 00:59", "2026-03-29 01:00", "2026-03-29 01:01"]),
      // Until 1972 Liberia was 44 minutes and 30 seconds behind.
      (
        "Africa/Monrovia",
        ["1972-01-07 00:42:30", "1972-01-07 00:43:30", "1972-01-07 00:44:30", "1972-01-07 00:45"]
      ),
    ] as [(String, [String])])
  func `a minute is aligned to the offset, and a change of offset starts a new one`(
    zone: String, expected: [String]
  ) throws {
    let expected = utc(expected)
    let window = Window.calendar(CalendarWindow(unit: .minute, timeZone: zone))
    #expect(try starts(of: window, from: expected[0], count: expected.count) == expected)
  }

  @Test func `the last microsecond of an hour is still inside`() throws {
    let window = Window.calendar(CalendarWindow(unit: .hour, timeZone: "UTC"))
    let found = try starts(of: window, from: "1969-12-31T23:59:59.999999Z", count: 2)
    #expect(found == utc(["1969-12-31 23:00", "1970-01-01 00:00"]))
  }
}
