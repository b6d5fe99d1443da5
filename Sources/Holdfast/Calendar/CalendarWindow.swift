/// A window that follows the calendar of a time zone.
public struct CalendarWindow: Sendable, Hashable {
  /// How long the window is.
  public var unit: CalendarUnit
  private var zone: ZoneName
  /// When a day, week, month or year begins, by the local clock; `nil` is midnight.
  ///
  /// Minutes and hours take none.
  public var startTime: TimeOfDay?
  /// The first day of a week; `nil` is Monday. Only `week` takes one.
  public var weekStart: Weekday?

  /// An IANA time zone identifier: `UTC`, `Europe/Paris`, `Etc/GMT+5`. Compared by its bytes.
  public var timeZone: String {
    get { zone.text }
    set { zone.text = newValue }
  }

  /// A window from midnight, a week from Monday, unless said otherwise. `invalidField()` tells
  /// whether it can be used.
  public init(
    unit: CalendarUnit, timeZone: String, startTime: TimeOfDay? = nil, weekStart: Weekday? = nil
  ) {
    self.unit = unit
    self.zone = ZoneName(text: timeZone)
    self.startTime = startTime
    self.weekStart = weekStart
  }

  /// The first field that is wrong, in the order `timeZone`, `startTime`, `weekStart`, with the
  /// reason as a sentence; `nil` when the window can be used.
  public func invalidField() -> (field: String, reason: String)? {
    if let invalid = Window.invalidTimeZone(timeZone) { return invalid }
    if let startTime {
      guard unit.isDayOrLonger else {
        return ("startTime", "A start time needs a day, week, month or year.")
      }
      guard startTime.exists else {
        return ("startTime", "A start time is between 00:00 and 23:59.")
      }
    }
    if weekStart != nil && unit != .week {
      return ("weekStart", "A week start needs a week.")
    }
    return nil
  }
}
