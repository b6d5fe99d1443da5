/// How fast a balance is used up, and when nothing is left if it goes on like that.
///
/// An estimate: it knows neither what will be granted nor what will lapse.
public struct BurnRate: Hashable, Sendable {
  /// What can be spent or held now, overdraft included.
  public var available: Amount
  /// What was consumed over the days looked at, net of reversals.
  public var consumed: Int64
  /// How many days of 24 hours up to `readAt` were looked at.
  public var days: Int
  /// When nothing is left at this rate; `nil` where nothing was consumed, or where that lies beyond
  /// the year 9999. Now, where nothing is left already.
  public var exhaustedAt: Instant?
  /// The beginning of the calendar day of `exhaustedAt`, in the time zone that was asked for.
  public var exhaustionDay: Instant?
  /// The instant at which it was read.
  public var readAt: Instant

  package init(
    available: Amount, consumed: Int64, days: Int, exhaustedAt: Instant?, exhaustionDay: Instant?,
    readAt: Instant
  ) {
    self.available = available
    self.consumed = consumed
    self.days = days
    self.exhaustedAt = exhaustedAt
    self.exhaustionDay = exhaustionDay
    self.readAt = readAt
  }

  /// What was consumed in a day on average, negative where more was reversed.
  public var perDay: Double { Double(consumed) / Double(days) }

  /// How many days `available` lasts at this rate; 0 where nothing is left, `nil` where nothing was
  /// consumed.
  public var daysLeft: Double? {
    if available <= 0 { return 0 }
    return consumed > 0 ? Double(available.value) * Double(days) / Double(consumed) : nil
  }
}
