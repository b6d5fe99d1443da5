/// Computes where windows begin and end.
///
/// It holds no state and may be used from any number of threads: Foundation already keeps the time
/// zones it has loaded. Whoever counts in a window keeps its bounds beside the counter and asks
/// again only when they no longer contain `now`.
public struct WindowCalendar: Sendable {
  /// A calendar by the time zone data of the machine.
  public init() {}

  /// The bounds of the window that `instant` lies in, half-open.
  ///
  /// The start is the largest boundary up to `instant`, the end the smallest after it, so a window
  /// is never empty, not even around a day that a zone skipped. For a day and longer, a local time
  /// skipped by a clock change is the first instant that exists, a repeated one its first
  /// occurrence; minutes and hours are elapsed time aligned to the zone's offset, and a change of
  /// offset starts a new one.
  ///
  /// `window` must be valid (`invalidField()` is `nil`); a time zone this machine does not have is
  /// a programmer error. An instant outside the years 1 … 9999 is taken as the nearest inside.
  public func bounds(of window: Window, containing instant: Instant) -> WindowBounds {
    let instant = min(max(instant, .earliest), .latest)
    switch window {
    case .lifetime:
      return .unbounded
    case .calendar(let calendar):
      return rules(of: calendar.timeZone).bounds(
        of: calendar.unit, startTime: calendar.startTime ?? .midnight,
        weekStart: calendar.weekStart ?? .monday, containing: instant)
    case .billingPeriod(let anchor, let months, let timeZone):
      return rules(of: timeZone).billingPeriod(
        anchor: anchor, months: Int64(months), containing: instant)
    case .fixed(let anchor, let seconds):
      let length = seconds * 1_000_000
      let index = (instant.microseconds - anchor.microseconds).flooredDivision(by: length)
      let start = anchor.advanced(byMicroseconds: index * length)
      return WindowBounds(from: start, to: start.advanced(byMicroseconds: length))
    }
  }

  private func rules(of timeZone: String) -> ZoneRules {
    guard let rules = ZoneRules(timeZone) else {
      preconditionFailure("A window must be valid before its bounds are asked for.")
    }
    return rules
  }
}
