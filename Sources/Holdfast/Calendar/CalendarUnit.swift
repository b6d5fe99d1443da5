/// The length of a calendar window or of a statistics bucket.
public enum CalendarUnit: String, Sendable, Hashable, CaseIterable {
  /// One of these by the clock of a time zone; `WindowCalendar` tells where each begins.
  case minute, hour, day, week, month, year

  /// Minutes and hours are elapsed time; a day and what is longer begin at a local time.
  var isDayOrLonger: Bool {
    self != .minute && self != .hour
  }
}
