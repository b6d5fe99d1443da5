import Testing

@testable import Holdfast

/// Days, weeks, months and years by hand: a zone, an instant, and the starts in UTC from there on.
@Suite struct CalendarWindowTests {
  private func starts(
    _ unit: CalendarUnit, _ zone: String, at startTime: TimeOfDay? = nil,
    on weekStart: Weekday? = nil, from: String, count: Int
  ) throws -> [String] {
    let window = CalendarWindow(
      unit: unit, timeZone: zone, startTime: startTime, weekStart: weekStart)
    #expect(window.invalidField() == nil)
    return try HoldfastTests.starts(of: .calendar(window), from: from, count: count)
  }

  @Test func `C34: a daily limit resets at midnight of its zone, not of UTC`() throws {
    let calendar = WindowCalendar()
    let day = Window.calendar(CalendarWindow(unit: .day, timeZone: "Asia/Shanghai"))
    let first = calendar.bounds(of: day, containing: try #require(Instant("2026-06-01T13:30:00Z")))
    let midnight = try #require(Instant("2026-06-01T16:00:00Z"))
    #expect(first.start == Instant("2026-05-31T16:00:00Z"))
    #expect(first.end == midnight)
    #expect(first.contains(try #require(Instant("2026-06-01T15:59:59.999Z"))))
    #expect(!first.contains(midnight))
    let second = calendar.bounds(of: day, containing: midnight)
    #expect(second.start == midnight)
    #expect(second.end == Instant("2026-06-02T16:00:00Z"))
  }

  @Test(arguments: [
    ["2026-03-28 01:30", "2026-03-29 01:00", "2026-03-30 00:30"],
    ["2026-10-24 00:30", "2026-10-25 00:30", "2026-10-26 01:30"],
  ])
  func `C36: a reset time skipped is the first instant after it, repeated its first`(
    expected: [String]
  ) throws {
    let expected = utc(expected)
    let start = TimeOfDay(hour: 2, minute: 30)
    let found = try starts(.day, "Europe/Paris", at: start, from: expected[0], count: 3)
    #expect(found == expected)
  }

  @Test(
    arguments: [
      // 23, 24 and 25 hours.
      ("Europe/Paris", ["2026-03-28 23:00", "2026-03-29 22:00", "2026-03-30 22:00"]),
      ("Europe/Paris", ["2026-10-24 22:00", "2026-10-25 23:00", "2026-10-26 23:00"]),
      // Midnight itself is skipped, or comes after a second 23rd hour.
      ("America/Sao_Paulo", ["2018-11-03 03:00", "2018-11-04 03:00", "2018-11-05 02:00"]),
      ("Asia/Beirut", ["2026-03-27 22:00", "2026-03-28 22:00", "2026-03-29 21:00"]),
      ("Asia/Beirut", ["2026-10-23 21:00", "2026-10-24 22:00", "2026-10-25 22:00"]),
      // At 00:01 the clock goes back to 23:01, so midnight comes twice.
      ("America/St_Johns", ["2006-10-28 02:30", "2006-10-29 02:30", "2006-10-30 03:30"]),
      // Offsets and changes that are no whole hours.
      ("Asia/Kolkata", ["2026-01-01 18:30", "2026-01-02 18:30"]),
      ("Asia/Kathmandu", ["2026-01-01 18:15", "2026-01-02 18:15"]),
      ("Australia/Lord_Howe", ["2026-04-04 13:00", "2026-04-05 13:30", "2026-04-06 13:30"]),
      ("Australia/Lord_Howe", ["2026-10-03 13:30", "2026-10-04 13:00", "2026-10-05 13:00"]),
      ("Pacific/Chatham", ["2026-09-26 11:15", "2026-09-27 10:15", "2026-09-28 10:15"]),
      // An hour less during Ramadan; two hours of summer time.
      ("Africa/Casablanca", ["2026-02-14 23:00", "2026-02-16 00:00", "2026-02-17 00:00"]),
      ("Africa/Casablanca", ["2026-03-22 00:00", "2026-03-22 23:00", "2026-03-23 23:00"]),
      ("Antarctica/Troll", ["2026-03-29 00:00", "2026-03-29 22:00", "2026-03-30 22:00"]),
      ("Antarctica/Troll", ["2026-10-24 22:00", "2026-10-26 00:00", "2026-10-27 00:00"]),
      ("UTC", ["2028-02-28 00:00", "2028-02-29 00:00", "2028-03-01 00:00"]),
      ("UTC", ["2100-02-27 00:00", "2100-02-28 00:00", "2100-03-01 00:00"]),
      ("UTC", ["1969-12-31 00:00", "1970-01-01 00:00", "1970-01-02 00:00"]),
      ("Etc/GMT+5", ["2026-01-01 05:00", "2026-01-02 05:00"]),
      // A day that the zone skipped has no window: 30 December 2011, 21 August 1993.
      (
        "Pacific/Apia",
        ["2011-12-28 10:00", "2011-12-29 10:00", "2011-12-30 10:00", "2011-12-31 10:00"]
      ),
      (
        "Pacific/Fakaofo",
        ["2011-12-28 11:00", "2011-12-29 11:00", "2011-12-30 11:00", "2011-12-31 11:00"]
      ),
      (
        "Pacific/Kwajalein",
        ["1993-08-19 12:00", "1993-08-20 12:00", "1993-08-21 12:00", "1993-08-22 12:00"]
      ),
    ] as [(String, [String])])
  func `a day runs from local midnight to local midnight`(
    zone: String, expected: [String]
  ) throws {
    let expected = utc(expected)
    let found = try starts(.day, zone, from: expected[0], count: expected.count)
    #expect(found == expected)
  }

  @Test func `the second run of a repeated evening belongs to the day already begun`() throws {
    // 23:30 on the 28th for the second time; the 29th began at its first midnight, 02:30 UTC.
    let found = try starts(.day, "America/St_Johns", from: "2006-10-29T03:00:00Z", count: 1)
    #expect(found == ["2006-10-29T02:30:00Z"])
  }

  @Test func `a reset on a day that the zone skipped is the first instant after that day`() throws {
    let expected = utc([
      "2011-12-28 20:00", "2011-12-29 20:00", "2011-12-30 10:00", "2011-12-30 20:00",
      "2011-12-31 20:00",
    ])
    let start = TimeOfDay(hour: 10, minute: 0)
    #expect(try starts(.day, "Pacific/Apia", at: start, from: expected[0], count: 5) == expected)
    let weeks = utc(["2011-12-23 10:00", "2011-12-30 10:00", "2012-01-05 10:00"])
    #expect(try starts(.week, "Pacific/Apia", on: .friday, from: weeks[0], count: 3) == weeks)
  }

  @Test(
    arguments: [
      (nil, "2026-01-26", "1969-12-29"), (.monday, "2026-01-26", "1969-12-29"),
      (.tuesday, "2026-01-27", "1969-12-30"), (.wednesday, "2026-01-28", "1969-12-31"),
      (.thursday, "2026-01-29", "1969-12-25"), (.friday, "2026-01-30", "1969-12-26"),
      (.saturday, "2026-01-31", "1969-12-27"), (.sunday, "2026-02-01", "1969-12-28"),
    ] as [(Weekday?, String, String)])
  func `a week starts on Monday or on the day chosen`(
    weekStart: Weekday?, ofSunday: String, ofWednesday: String
  ) throws {
    // 1 February 2026 is a Sunday, 31 December 1969 a Wednesday.
    let first = try starts(.week, "UTC", on: weekStart, from: "2026-02-01T12:00:00Z", count: 1)
    #expect(first == ["\(ofSunday)T00:00:00Z"])
    let second = try starts(.week, "UTC", on: weekStart, from: "1969-12-31T12:00:00Z", count: 1)
    #expect(second == ["\(ofWednesday)T00:00:00Z"])
  }

  @Test func `weeks with a start time follow the local clock`() throws {
    // Sundays at 09:15 in Berlin, across the change of 29 March.
    let expected = utc(["2026-03-22 08:15", "2026-03-29 07:15", "2026-04-05 07:15"])
    let start = TimeOfDay(hour: 9, minute: 15)
    let found = try starts(
      .week, "Europe/Berlin", at: start, on: .sunday, from: "2026-03-29T07:14:59Z", count: 3)
    #expect(found == expected)
  }

  @Test(
    arguments: [
      (
        "UTC", nil, ["2027-12-01", "2028-01-01", "2028-02-01", "2028-03-01", "2028-04-01"], "00:00"
      ),
      ("UTC", 6, ["2027-01-01", "2027-02-01", "2027-03-01"], "06:00"),
      ("Asia/Tokyo", nil, ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"], "15:00"),
      ("America/New_York", 22, ["2026-01-02", "2026-02-02", "2026-03-02"], "03:00"),
    ] as [(String, Int?, [String], String)])
  func `a month runs from its first day to the next`(
    zone: String, startHour: Int?, days: [String], time: String
  ) throws {
    let expected = utc(days.map { "\($0) \(time)" })
    let start = startHour.map { TimeOfDay(hour: $0, minute: 0) }
    let found = try starts(.month, zone, at: start, from: expected[0], count: expected.count)
    #expect(found == expected)
  }

  @Test func `before its start time the first of a month belongs to the month before`() throws {
    let start = TimeOfDay(hour: 6, minute: 0)
    let month = try starts(.month, "UTC", at: start, from: "2026-03-01T05:59:59.999999Z", count: 2)
    #expect(month == utc(["2026-02-01 06:00", "2026-03-01 06:00"]))
    let year = try starts(.year, "UTC", at: start, from: "2026-01-01T05:59:59.999999Z", count: 2)
    #expect(year == utc(["2025-01-01 06:00", "2026-01-01 06:00"]))
  }

  @Test func `a year runs from 1 January to 1 January`() throws {
    // The year a zone changed its side of the date line has 364 days.
    let utcYears = try starts(.year, "UTC", from: "2027-06-01T00:00:00Z", count: 4)
    #expect(utcYears == ["2027", "2028", "2029", "2030"].map { "\($0)-01-01T00:00:00Z" })
    let apia = try starts(.year, "Pacific/Apia", from: "2011-06-01T00:00:00Z", count: 3)
    #expect(apia == utc(["2011-01-01 10:00", "2011-12-31 10:00", "2012-12-31 10:00"]))
  }
}
