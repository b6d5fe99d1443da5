extension RowStore {
  /// The rows of a period: instants never decrease along versions, so they lie side by side. All rows
  /// must be here.
  func rows(in buckets: StatisticsBuckets) -> some Sequence<JournalRow> {
    let before = count(through: buckets.from.advanced(byMicroseconds: -1))
    let last = max(before, count(through: buckets.to.advanced(byMicroseconds: -1)))
    return (before..<last).lazy.compactMap { self[$0 + 1] }
  }
}
