package import Holdfast

/// The day that the demo simulates, cut into ticks. The clock stands still within a tick.
package struct DemoDay: Sendable {
  package static let tickSeconds: Int64 = 300
  package static let tickCount = 288

  /// The day on which Europe's clocks go forward: in Berlin it has 23 hours.
  package static let start = Instant(seconds: 1_774_742_400)

  package static var end: Instant { instant(of: tickCount) }

  package static func instant(of tick: Int) -> Instant {
    start.advanced(bySeconds: Int64(tick) * tickSeconds)
  }

  /// The first tick at or after the instant.
  static func tick(of instant: Instant) -> Int {
    let microseconds = instant.microseconds - start.microseconds
    let length = tickSeconds * 1_000_000
    return Int((microseconds + length - 1) / length)
  }

  static func window(_ unit: CalendarUnit, in zone: String) -> Window {
    .calendar(CalendarWindow(unit: unit, timeZone: zone))
  }

  /// The midnights of a zone around the start of the day: the one before, the next, and the one
  /// after.
  static func midnights(of zone: String) -> [Instant] {
    let calendar = WindowCalendar()
    var midnights: [Instant] = []
    var instant = start
    for _ in 0..<2 {
      let bounds = calendar.bounds(of: window(.day, in: zone), containing: instant)
      guard let first = bounds.start, let next = bounds.end else { continue }
      if midnights.isEmpty { midnights.append(first) }
      midnights.append(next)
      instant = next
    }
    return midnights
  }
}
