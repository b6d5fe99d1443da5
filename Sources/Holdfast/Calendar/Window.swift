/// The stretch of time over which a usage limit counts.
///
/// All windows are half-open and follow each other without gap or overlap, before an anchor as well
/// as after it. `WindowCalendar` tells their bounds.
public enum Window: Sendable {
  /// All of time.
  case lifetime

  /// A minute, hour, day, week, month or year of a time zone.
  case calendar(CalendarWindow)

  /// Every `months` months from `anchor` on, 1 … 1200, at the anchor's local time of day in
  /// `timeZone`; period 0 starts at `anchor` itself.
  ///
  /// The anchor's day of the month holds: where a month is too short its last day is taken, and the
  /// next long month has the anchor's day again (31 January, 28 February, 31 March).
  case billingPeriod(anchor: Instant, months: Int, timeZone: String)

  /// Every `seconds` seconds of elapsed time from `anchor` on, 1 … 316 224 000 (ten years).
  case fixed(anchor: Instant, seconds: Int64)

  static let longestBillingPeriod = 1200
  static let longestFixedWindow: Int64 = 10 * 366 * 86_400

  /// The first field that is wrong, in the order of the case's declaration, with the reason as a
  /// sentence; `nil` when the window can be used.
  ///
  /// The time zone data of the machine decides whether a zone is known, so a window that another
  /// machine has accepted is worth asking again.
  public func invalidField() -> (field: String, reason: String)? {
    switch self {
    case .lifetime:
      return nil
    case .calendar(let calendar):
      return calendar.invalidField()
    case .billingPeriod(let anchor, let months, let timeZone):
      if let invalid = Window.invalidAnchor(anchor) { return invalid }
      guard (1...Window.longestBillingPeriod).contains(months) else {
        return ("months", "A billing period is 1 to \(Window.longestBillingPeriod) months.")
      }
      return Window.invalidTimeZone(timeZone)
    case .fixed(let anchor, let seconds):
      if let invalid = Window.invalidAnchor(anchor) { return invalid }
      guard (1...Window.longestFixedWindow).contains(seconds) else {
        return ("seconds", "A fixed window is 1 to \(Window.longestFixedWindow) seconds.")
      }
      return nil
    }
  }

  package static func invalidTimeZone(_ identifier: String) -> (field: String, reason: String)? {
    if ZoneName(text: identifier).isKnown { return nil }
    return ("timeZone", "A time zone is UTC, GMT or a known IANA name such as Europe/Paris.")
  }

  private static func invalidAnchor(_ anchor: Instant) -> (field: String, reason: String)? {
    if anchor >= .earliest && anchor <= .latest { return nil }
    return ("anchor", "An anchor is an instant of the years 1 to 9999.")
  }
}

/// Windows are equal when they are written the same, the time zone byte by byte.
extension Window: Hashable {
  public static func == (left: Window, right: Window) -> Bool {
    switch (left, right) {
    case (.lifetime, .lifetime):
      true
    case (.calendar(let left), .calendar(let right)):
      left == right
    case (
      .billingPeriod(let anchor, let months, let timeZone),
      .billingPeriod(let otherAnchor, let otherMonths, let otherTimeZone)
    ):
      anchor == otherAnchor && months == otherMonths
        && ZoneName(text: timeZone) == ZoneName(text: otherTimeZone)
    case (.fixed(let anchor, let seconds), .fixed(let otherAnchor, let otherSeconds)):
      anchor == otherAnchor && seconds == otherSeconds
    default:
      false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .lifetime:
      hasher.combine(0)
    case .calendar(let calendar):
      hasher.combine(1)
      hasher.combine(calendar)
    case .billingPeriod(let anchor, let months, let timeZone):
      hasher.combine(2)
      hasher.combine(anchor)
      hasher.combine(months)
      hasher.combine(ZoneName(text: timeZone))
    case .fixed(let anchor, let seconds):
      hasher.combine(3)
      hasher.combine(anchor)
      hasher.combine(seconds)
    }
  }
}
