/// Figures over a period: in total, by bucket, and by group where a grouping was asked for.
///
/// The sum over the buckets is the sum over the groups, and both are `totals` (invariant I12). The
/// figures are one snapshot: what was due by then is included, also when nobody has written it yet.
public struct Statistics<Figures: StatisticsFigures>: Hashable, Sendable {
  /// Every bucket of the period in order, those without anything in them too.
  public var buckets: [Bucket]
  /// The figures of the whole period.
  public var totals: Figures
  /// In byte order of their keys, then the one without a key, then the rest; empty without grouping.
  public var groups: [Group]
  /// The instant at which it was read.
  public var readAt: Instant
  /// Whether the period lies in the past and all that was due in it has been written, so that its
  /// figures stay as they are. Usage that is taken back later changes them all the same.
  public var isClosed: Bool

  package init(
    buckets: [Bucket], totals: Figures, groups: [Group], readAt: Instant, isClosed: Bool
  ) {
    self.buckets = buckets
    self.totals = totals
    self.groups = groups
    self.readAt = readAt
    self.isClosed = isClosed
  }

  /// The figures of one stretch of the calendar.
  public struct Bucket: Hashable, Sendable {
    /// The calendar boundary that it begins at.
    public var start: Instant
    /// The next boundary.
    public var end: Instant
    /// What was counted in it, and in the period.
    public var figures: Figures

    package init(start: Instant, end: Instant, figures: Figures) {
      self.start = start
      self.end = end
      self.figures = figures
    }
  }

  /// The figures of all that has one key in common.
  public struct Group: Hashable, Sendable {
    /// What it has in common.
    public var key: StatisticsKey
    /// The figures of the whole period.
    public var totals: Figures
    /// The buckets of the period, as in the whole.
    public var buckets: [Bucket]

    package init(key: StatisticsKey, totals: Figures, buckets: [Bucket]) {
      self.key = key
      self.totals = totals
      self.buckets = buckets
    }
  }
}
