import Testing

@testable import Holdfast

/// The ends of time: the years 1 and 9999, and what lies outside.
@Suite struct ExtremeInstantTests {
  private static let zones = ["UTC", "Etc/GMT+12", "Etc/GMT-14", "Europe/Paris", "Asia/Manila"]

  private static var windows: [Window] {
    var windows: [Window] = []
    for anchor in [Instant.earliest, Instant(microseconds: 1), .latest] {
      for seconds in [1, 7, 316_224_000] as [Int64] {
        windows.append(.fixed(anchor: anchor, seconds: seconds))
      }
      for zone in zones {
        for months in [1, 12, 1200] {
          windows.append(.billingPeriod(anchor: anchor, months: months, timeZone: zone))
        }
      }
    }
    for zone in zones {
      for unit in CalendarUnit.allCases {
        windows.append(.calendar(CalendarWindow(unit: unit, timeZone: zone)))
      }
      let late = TimeOfDay(hour: 23, minute: 59)
      windows.append(.calendar(CalendarWindow(unit: .year, timeZone: zone, startTime: late)))
    }
    return windows
  }

  @Test(arguments: windows)
  func `a window at the ends of time holds its instant and no bound outside`(window: Window) {
    #expect(window.invalidField() == nil)
    let calendar = WindowCalendar()
    for instant in [Instant.earliest, .earliest.advanced(bySeconds: 86_400 * 400), .latest] {
      let bounds = calendar.bounds(of: window, containing: instant)
      #expect(bounds.contains(instant), "\(instant)")
      #expect(bounds.start.map { $0 >= .earliest && $0 <= instant } == true, "\(instant)")
      #expect(bounds.end.map { $0 <= .latest } != false, "\(instant)")
    }
  }

  @Test(arguments: windows + [.lifetime])
  func `an instant outside the years 1 to 9999 is taken as the nearest inside`(window: Window) {
    let calendar = WindowCalendar()
    let first = calendar.bounds(of: window, containing: .earliest)
    #expect(calendar.bounds(of: window, containing: Instant(microseconds: .min)) == first)
    let last = calendar.bounds(of: window, containing: .latest)
    #expect(calendar.bounds(of: window, containing: Instant(microseconds: .max)) == last)
  }

  @Test func `the first and the last day are cut where instants end`() {
    let calendar = WindowCalendar()
    let day = Window.calendar(CalendarWindow(unit: .day, timeZone: "Etc/GMT-14"))
    let first = calendar.bounds(of: day, containing: .earliest)
    #expect(first.start == .earliest)
    #expect(first.end?.description == "0001-01-01T10:00:00Z")
    let last = calendar.bounds(of: day, containing: .latest)
    #expect(last.start?.description == "9999-12-31T10:00:00Z")
    #expect(last.end == nil)
  }

  @Test func `a lifetime has no bounds`() {
    let bounds = WindowCalendar().bounds(of: .lifetime, containing: Instant(seconds: 0))
    #expect(bounds == WindowBounds(start: nil, end: nil))
    #expect(bounds.contains(.earliest) && bounds.contains(.latest))
  }
}
