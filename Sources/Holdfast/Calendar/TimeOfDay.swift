/// A local time of day, to the minute.
///
/// Any pair of numbers can be held; `CalendarWindow.invalidField()` tells whether they name a time.
public struct TimeOfDay: Sendable, Hashable {
  /// 0 … 23.
  public var hour: Int
  /// 0 … 59.
  public var minute: Int

  /// This time, whether or not a clock shows it.
  public init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// 00:00.
  public static let midnight = TimeOfDay(hour: 0, minute: 0)

  var exists: Bool {
    (0...23).contains(hour) && (0...59).contains(minute)
  }

  var secondOfDay: Int64 {
    Int64(hour) * 3600 + Int64(minute) * 60
  }
}
