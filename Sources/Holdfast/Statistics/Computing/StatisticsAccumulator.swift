/// Puts figures into buckets and groups, and adds them up.
///
/// Every figure is added to its bucket, its group's bucket and both totals in the same way, so that
/// the sums agree whatever was added.
package struct StatisticsAccumulator<Figures: StatisticsFigures>: Sendable {
  /// The buckets that figures are put into.
  package let buckets: StatisticsBuckets
  private var whole = Sums()
  private var groups: [StatisticsKey: Sums] = [:]

  /// At most so many figures in all groups together, so that an answer fits into memory.
  package static var mostGroupFigures: Int { 1_000_000 }

  /// Sums of one group, or of the whole; only of the buckets that have any.
  private struct Sums: Sendable {
    var totals = Figures()
    var buckets: [Int: Figures] = [:]

    mutating func add(_ figures: Figures, to bucket: Int) throws(LedgerError) {
      try totals.add(figures)
      try buckets[bucket, default: Figures()].add(figures)
    }

    /// The same sums under the numbers that their buckets have among others.
    func placed(from own: StatisticsBuckets, in others: StatisticsBuckets) -> Sums {
      var placed = Sums()
      placed.totals = totals
      for (bucket, figures) in buckets {
        guard let index = others.index(of: max(own.from, own.starts[bucket])) else { continue }
        placed.buckets[index] = figures
      }
      return placed
    }

    mutating func add(_ other: Sums) throws(LedgerError) {
      try totals.add(other.totals)
      for (bucket, figures) in other.buckets {
        try buckets[bucket, default: Figures()].add(figures)
      }
    }
  }

  package init(_ period: StatisticsPeriod) throws(LedgerError) {
    buckets = try StatisticsBuckets(period)
  }

  package init(_ buckets: StatisticsBuckets) {
    self.buckets = buckets
  }

  /// Adds figures at an instant; outside the period they do not count.
  ///
  /// - Parameter key: The group; `nil` where there are no groups.
  package mutating func add(
    _ figures: Figures, at instant: Instant, key: StatisticsKey?
  ) throws(LedgerError) {
    guard let bucket = buckets.index(of: instant) else { return }
    try add(figures, toBucket: bucket, key: key)
  }

  /// Adds figures to a bucket, such as sums that were made elsewhere.
  package mutating func add(
    _ figures: Figures, toBucket bucket: Int, key: StatisticsKey?
  ) throws(LedgerError) {
    try whole.add(figures, to: bucket)
    if let key { try groups[key, default: Sums()].add(figures, to: bucket) }
  }

  /// Adds what was put into buckets of a part of the period, of the same calendar.
  package mutating func add(
    _ part: StatisticsAccumulator
  ) throws(LedgerError) {
    try whole.add(part.whole.placed(from: part.buckets, in: buckets))
    for (key, sums) in part.groups {
      try groups[key, default: Sums()].add(sums.placed(from: part.buckets, in: buckets))
    }
  }

  /// What was added up.
  ///
  /// - Parameters:
  ///   - top: How many groups, the greatest; `nil` for all.
  ///   - readAt: The instant at which it was read.
  ///   - isClosed: Whether the period is over and all that was due in it written.
  package func statistics(
    top: Int?, readAt: Instant, isClosed: Bool
  ) throws(LedgerError) -> Statistics<Figures> {
    let shown = try top.map { count throws(LedgerError) in try greatest(count) } ?? groups
    let figures = shown.count * max(1, buckets.count)
    guard figures <= Self.mostGroupFigures else {
      var error = Validation.invalid(
        "groupBy",
        """
        gives \(shown.count) groups of \(buckets.count) buckets, more than \
        \(Self.mostGroupFigures) figures; ask for the top ones, or for fewer buckets
        """)
      error.required = Amount(figures)
      error.limit = Amount(Self.mostGroupFigures)
      throw error
    }
    return Statistics(
      buckets: filled(whole), totals: whole.totals,
      groups: shown.sorted { $0.key < $1.key }.map { key, sums in
        Statistics.Group(key: key, totals: sums.totals, buckets: filled(sums))
      }, readAt: readAt, isClosed: isClosed)
  }

  /// The groups of the greatest weight, of equals the first; the others are the rest.
  private func greatest(_ count: Int) throws(LedgerError) -> [StatisticsKey: Sums] {
    guard groups.count > count else { return groups }
    let ranked = groups.sorted { left, right in
      let (weight, other) = (left.value.totals.weight, right.value.totals.weight)
      return weight == other ? left.key < right.key : weight > other
    }
    var shown: [StatisticsKey: Sums] = [:]
    for (key, sums) in ranked.prefix(count) { shown[key] = sums }
    var rest = Sums()
    for (_, sums) in ranked.dropFirst(count) { try rest.add(sums) }
    shown[.rest] = rest
    return shown
  }

  /// All buckets, those without figures with zeros.
  private func filled(_ sums: Sums) -> [Statistics<Figures>.Bucket] {
    buckets.starts.indices.map { index in
      Statistics.Bucket(
        start: buckets.starts[index], end: buckets.end(of: index),
        figures: sums.buckets[index] ?? Figures())
    }
  }
}
