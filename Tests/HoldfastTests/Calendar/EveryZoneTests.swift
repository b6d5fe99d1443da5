import Foundation
import HoldfastTesting
import Testing

@testable import Holdfast

/// Every time zone Foundation knows, over the years 2000 to 2060.
///
/// With `HOLDFAST_LONG=1` in the environment the comparisons take 60 samples of each kind per zone
/// instead of one, which is minutes; the chain of days is complete either way.
@Suite struct EveryZoneTests {
  private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == "1"
  private static let samples = isLong ? 60 : 1
  /// 2000-01-01 and 2061-01-01.
  private static let years = 946_684_800..<2_871_763_200

  private let zones = TimeZone.knownTimeZoneIdentifiers + ["UTC", "Etc/GMT+5", "US/Eastern"]

  @Test func `every zone that Foundation knows is accepted`() {
    #expect(zones.count > 400)
    for zone in zones {
      let day = CalendarWindow(unit: .day, timeZone: zone)
      #expect(day.invalidField() == nil, "\(zone)")
    }
  }

  @Test func `each day is one window that begins where the one before it ends`() throws {
    let calendar = WindowCalendar()
    var skipped: [String] = []
    for name in zones {
      let zone = try #require(TimeZone(identifier: name))
      let window = Window.calendar(CalendarWindow(unit: .day, timeZone: name))
      func day(at second: Int64) -> Int64 {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
        return (second + Int64(offset)) / 86_400
      }
      var start = try #require(
        calendar.bounds(of: window, containing: Instant(seconds: Int64(Self.years.lowerBound)))
          .start)
      var expected = day(at: start.microseconds / 1_000_000)
      let last = Instant(seconds: Int64(Self.years.upperBound))
      while start < last {
        let bounds = calendar.bounds(of: window, containing: start)
        let second = start.microseconds / 1_000_000
        let today = day(at: second)
        while expected < today && skipped.count < 100 {
          skipped.append("\(name) \(Instant(seconds: expected * 86_400))")
          expected += 1
        }
        guard let end = bounds.end, bounds.start == start, end > start, today == expected,
          start.microseconds % 1_000_000 == 0, day(at: second - 1) < today
        else {
          Issue.record("\(name): \(bounds) does not follow on \(start)")
          break
        }
        start = end
        expected += 1
      }
    }
    #expect(
      skipped == ["Pacific/Apia 2011-12-30T00:00:00Z", "Pacific/Fakaofo 2011-12-30T00:00:00Z"])
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `days, weeks, months and years are those of a slow scan`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let units: [(CalendarUnit, Calendar.Component)] = [
      (.day, .day), (.day, .day), (.week, .weekOfYear), (.month, .month), (.year, .year),
    ]
    for zone in zones {
      let slow = try #require(SlowCalendar(timeZone: zone))
      for _ in 0..<Self.samples {
        let instant = interestingInstant(in: slow, &random)
        let (unit, component) = units[Int.random(in: 0..<units.count, using: &random)]
        let hour = Int.random(in: 0...(Bool.random(using: &random) ? 3 : 23), using: &random)
        let start = TimeOfDay(hour: hour, minute: 15 * Int.random(in: 0...3, using: &random))
        let weekStart = try #require(Weekday(rawValue: Int.random(in: 1...7, using: &random)))
        let window = CalendarWindow(
          unit: unit, timeZone: zone, startTime: Bool.random(using: &random) ? start : nil,
          weekStart: unit == .week ? weekStart : nil)
        let second = window.startTime == nil ? 0 : start.hour * 3600 + start.minute * 60
        let expected = slow.window(
          of: component, from: second, weekday: weekStart.rawValue % 7 + 1, containing: instant)
        expect(.calendar(window), at: instant, is: try #require(expected), seed)
      }
    }
  }

  @Test(arguments: [1] as [UInt64])
  func `minutes and hours are those of a slow walk`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for zone in zones {
      let slow = try #require(SlowCalendar(timeZone: zone))
      for _ in 0..<Self.samples {
        let instant = interestingInstant(in: slow, &random)
        let hour = CalendarWindow(unit: .hour, timeZone: zone)
        let expectedHour = slow.elapsed(length: 3600, step: 60, containing: instant)
        expect(.calendar(hour), at: instant, is: expectedHour, seed)
        let minute = CalendarWindow(unit: .minute, timeZone: zone)
        let expectedMinute = slow.elapsed(length: 60, step: 1, containing: instant)
        expect(.calendar(minute), at: instant, is: expectedMinute, seed)
      }
    }
  }

  @Test(arguments: [1] as [UInt64])
  func `billing periods are those of a slow scan`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for zone in zones {
      let slow = try #require(SlowCalendar(timeZone: zone))
      for _ in 0..<Self.samples {
        let instant = interestingInstant(in: slow, &random)
        let anchor = interestingInstant(in: slow, &random)
        let months = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 24), using: &random)
        let expected = slow.billingPeriod(anchor: anchor, months: months, containing: instant)
        let window = Window.billingPeriod(
          anchor: Instant(seconds: Int64(anchor)), months: months, timeZone: zone)
        expect(window, at: instant, is: try #require(expected), seed)
      }
    }
  }

  private func expect(
    _ window: Window, at instant: Int, is expected: (start: Int, end: Int), _ seed: UInt64
  ) {
    let found = WindowCalendar().bounds(of: window, containing: Instant(seconds: Int64(instant)))
    let expected = WindowBounds(
      start: Instant(seconds: Int64(expected.start)), end: Instant(seconds: Int64(expected.end)))
    #expect(found == expected, "\(window) at second \(instant), seed \(seed)")
  }

  /// An instant near a change of offset if the zone has one in the 400 days that follow, else any.
  private func interestingInstant(in slow: SlowCalendar, _ random: inout SplitMix) -> Int {
    var instant = Int.random(in: Self.years, using: &random)
    guard Int.random(in: 0..<4, using: &random) > 0 else { return instant }
    let offset = slow.offset(at: instant)
    for day in 1...400 where slow.offset(at: instant + day * 86_400) != offset {
      instant += day * 86_400
      let hours = Bool.random(using: &random) ? 30 : 3
      return min(instant, Self.years.upperBound) - Int.random(in: 0...hours * 3600, using: &random)
    }
    return instant
  }
}
