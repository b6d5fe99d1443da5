/// The most that was held at any one instant.
///
/// A maximum and not a sum: the peak of a tenant is not the sum of its accounts' peaks, which they
/// reach at different times, and the peak of a month is the greatest of its days'. So it stands apart
/// from `ReservationStatistics`.
///
/// What is held at an instant is what was held once all that happened at it had happened; a hold that
/// came and went at one instant is not seen.
public struct HeldPeaks: Hashable, Sendable {
  /// Every bucket of the period in order.
  public var buckets: [Bucket]
  /// The instant at which it was read.
  public var readAt: Instant
  /// Whether the peaks are final, see `Statistics.isClosed`.
  public var isClosed: Bool

  package init(buckets: [Bucket], readAt: Instant, isClosed: Bool) {
    self.buckets = buckets
    self.readAt = readAt
    self.isClosed = isClosed
  }

  /// The bucket with the greatest peak, of equals the first; `nil` for a period without buckets.
  public var highest: Bucket? {
    buckets.reduce(nil) { highest, bucket in
      if let highest, highest.amount >= bucket.amount { return highest }
      return bucket
    }
  }

  /// The peak of one stretch of the calendar, and of the period.
  public struct Bucket: Hashable, Sendable {
    /// The calendar boundary that it begins at.
    public var start: Instant
    /// The next boundary.
    public var end: Instant
    /// The most that was held at an instant within it. What was held when it began counts.
    public var amount: Int64
    /// The first instant at which that much was held: the beginning, where it was held before.
    public var reachedAt: Instant

    package init(start: Instant, end: Instant, amount: Int64, reachedAt: Instant) {
      self.start = start
      self.end = end
      self.amount = amount
      self.reachedAt = reachedAt
    }
  }
}
