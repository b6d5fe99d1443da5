import Testing

@testable import Holdfast

@Suite struct WindowTests {
  private static let anchor = Instant(seconds: 1_767_225_600)

  @Test(arguments: [
    "UTC", "GMT", "Etc/UTC", "Etc/GMT+5", "Etc/GMT-14", "Europe/Paris", "Asia/Kolkata",
    "Asia/Calcutta", "America/Argentina/Buenos_Aires", "Europe/Kyiv", "US/Eastern",
  ])
  func `an IANA name of the machine's data is a time zone`(identifier: String) {
    let day = CalendarWindow(unit: .day, timeZone: identifier)
    #expect(Window.calendar(day).invalidField() == nil)
    let period = Window.billingPeriod(anchor: Self.anchor, months: 1, timeZone: identifier)
    #expect(period.invalidField() == nil)
  }

  @Test(arguments: [
    "", "/", "Europe", "Europe/", "Europe/Atlantis", "europe/paris", " Europe/Paris",
    "Europe/Paris ",
    "Europe/Paris\u{0}", "EST", "BST", "IST", "CET", "EST5EDT", "Japan", "Z", "utc", "UTC+5",
    "GMT+5",
    "GMT+05:30", "+05:00", "Etc/GMT+15", "Etc/GMT+05:30", "Etc/Unknown", "SystemV/PST8", "Factory",
    "posix/Europe/Paris", "../Europe/Paris", "Asia/\u{212A}olkata", "\u{212A}sia/Tokyo",
  ])
  func `a name that guesses or is not known is refused as timeZone`(identifier: String) {
    // A name refused must stay refused once the zones it resembles are in use.
    for loaded in ["Europe/Paris", "Asia/Kolkata", "Asia/Tokyo", "UTC"] {
      #expect(ZoneRules(loaded) != nil)
    }
    let day = CalendarWindow(unit: .day, timeZone: identifier)
    #expect(Window.calendar(day).invalidField()?.field == "timeZone")
    let period = Window.billingPeriod(anchor: Self.anchor, months: 1, timeZone: identifier)
    #expect(period.invalidField()?.field == "timeZone")
  }

  @Test func `a spelling with equal characters but other bytes is another window`() {
    let real = CalendarWindow(unit: .day, timeZone: "Asia/Kolkata")
    let kelvin = CalendarWindow(unit: .day, timeZone: "Asia/\u{212A}olkata")
    #expect(real.timeZone == kelvin.timeZone)
    #expect(real != kelvin)
    let windows: Set<Window> = [
      .calendar(real), .calendar(kelvin), .lifetime,
      .billingPeriod(anchor: Self.anchor, months: 1, timeZone: real.timeZone),
      .billingPeriod(anchor: Self.anchor, months: 1, timeZone: kelvin.timeZone),
      .billingPeriod(anchor: Self.anchor, months: 2, timeZone: real.timeZone),
      .fixed(anchor: Self.anchor, seconds: 1), .fixed(anchor: Self.anchor, seconds: 2),
    ]
    #expect(windows.count == 8)
    #expect(windows.contains(.calendar(CalendarWindow(unit: .day, timeZone: "Asia/Kolkata"))))
    #expect(
      windows.contains(.billingPeriod(anchor: Self.anchor, months: 1, timeZone: "Asia/Kolkata")))
    #expect(!windows.contains(.fixed(anchor: Self.anchor, seconds: 3)))
  }

  @Test(arguments: CalendarUnit.allCases)
  func `only a day and longer takes a start time, only a week a week start`(unit: CalendarUnit) {
    let start = TimeOfDay(hour: 23, minute: 59)
    let withStart = CalendarWindow(unit: unit, timeZone: "UTC", startTime: start)
    let isShort = unit == .minute || unit == .hour
    #expect(withStart.invalidField()?.field == (isShort ? "startTime" : nil))
    let withWeek = CalendarWindow(unit: unit, timeZone: "UTC", weekStart: .sunday)
    #expect(withWeek.invalidField()?.field == (unit == .week ? nil : "weekStart"))
  }

  @Test(arguments: [(24, 0), (-1, 0), (0, 60), (0, -1), (Int.max, 0), (0, Int.min)])
  func `a start time is between 00:00 and 23:59`(hour: Int, minute: Int) {
    let start = TimeOfDay(hour: hour, minute: minute)
    let window = CalendarWindow(unit: .day, timeZone: "UTC", startTime: start)
    #expect(window.invalidField()?.field == "startTime")
  }

  @Test func `of several wrong fields the first is named`() {
    let start = TimeOfDay(hour: 24, minute: 0)
    var window = CalendarWindow(
      unit: .hour, timeZone: "nowhere", startTime: start, weekStart: .monday)
    #expect(window.invalidField()?.field == "timeZone")
    window.timeZone = "UTC"
    #expect(window.invalidField()?.field == "startTime")
    window.startTime = nil
    #expect(window.invalidField()?.field == "weekStart")
    window.weekStart = nil
    #expect(window.invalidField() == nil)
  }

  @Test(
    arguments: [
      (1, nil), (1200, nil), (0, "months"), (-1, "months"), (1201, "months"), (.max, "months"),
    ] as [(Int, String?)])
  func `a billing period is 1 to 1200 months`(months: Int, field: String?) {
    let window = Window.billingPeriod(anchor: Self.anchor, months: months, timeZone: "UTC")
    #expect(window.invalidField()?.field == field)
  }

  @Test(
    arguments: [
      (1, nil), (316_224_000, nil), (0, "seconds"), (-1, "seconds"), (316_224_001, "seconds"),
      (.max, "seconds"), (.min, "seconds"),
    ] as [(Int64, String?)])
  func `a fixed window is a second to ten years`(seconds: Int64, field: String?) {
    #expect(Window.fixed(anchor: Self.anchor, seconds: seconds).invalidField()?.field == field)
  }

  @Test func `an anchor lies in the years 1 to 9999`() {
    for anchor in [Instant.earliest, .latest] {
      #expect(Window.fixed(anchor: anchor, seconds: 1).invalidField() == nil)
    }
    let before = Instant.earliest.advanced(byMicroseconds: -1)
    let after = Instant.latest.advanced(byMicroseconds: 1)
    for anchor in [before, after, Instant(microseconds: .min), Instant(microseconds: .max)] {
      #expect(Window.fixed(anchor: anchor, seconds: 1).invalidField()?.field == "anchor")
      let period = Window.billingPeriod(anchor: anchor, months: 0, timeZone: "nowhere")
      #expect(period.invalidField()?.field == "anchor")
    }
  }
}
