/// The stretch of time that a statistic covers, and how it is divided.
///
/// Half-open, `[from, to)`; `from = to` has no buckets. Buckets begin at the calendar boundaries of
/// the time zone, so the first may begin before `from` and the last may end after `to`; what is
/// counted lies inside the period all the same. Around a clock change a day has 23 or 25 hours.
public struct StatisticsPeriod: Hashable, Sendable {
  /// The first instant that counts.
  public var from: Instant
  /// The first instant that does not count any more.
  public var to: Instant
  /// How long a bucket is.
  public var granularity: CalendarUnit
  /// An IANA time zone identifier: `UTC`, `Europe/Paris`.
  public var timeZone: String
  /// The first day of a week; used with `week` only.
  public var weekStart: Weekday

  /// At most this many buckets, so that an answer fits into memory.
  public static let mostBuckets = 100_000

  /// A period; checked when a store is asked.
  public init(
    from: Instant, to: Instant, by granularity: CalendarUnit, timeZone: String = "UTC",
    weekStart: Weekday = .monday
  ) {
    self.from = from
    self.to = to
    self.granularity = granularity
    self.timeZone = timeZone
    self.weekStart = weekStart
  }
}
