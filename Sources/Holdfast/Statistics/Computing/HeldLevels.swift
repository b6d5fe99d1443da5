/// How much is held when, of one balance or of many together.
package struct HeldLevels: Sendable {
  private let buckets: StatisticsBuckets
  /// What was held before the period.
  private var level: Int64 = 0
  private var changes: [(instant: Instant, delta: Int64)] = []

  package init(_ period: StatisticsPeriod) throws(LedgerError) {
    buckets = try StatisticsBuckets(period)
  }

  /// Adds what a balance held and how that changed.
  package mutating func add(_ account: AccountState, _ unit: UnitName) throws(LedgerError) {
    guard let balance = account.balance(of: unit) else { return }
    let journal = account.balances[balance].journal
    let before = journal.count(through: buckets.from.advanced(byMicroseconds: -1))
    try add(level: journal.figures(after: before).held.value)
    for row in journal.rows(in: buckets) where row.delta.held != 0 {
      add(row.delta.held.value, at: row.instant)
    }
  }

  /// Adds what was held before the period.
  package mutating func add(level: Int64) throws(LedgerError) {
    try self.level.add(level)
  }

  /// Adds a change within the period.
  package mutating func add(_ delta: Int64, at instant: Instant) {
    changes.append((instant, delta))
  }

  /// The peaks. A sum past 64 bits is `amount_overflow`.
  package func peaks(
    readAt: Instant, isClosed: Bool
  ) throws(LedgerError) -> HeldPeaks {
    let changes = changes.sorted { $0.instant < $1.instant }
    var level = level
    var next = 0
    /// All that changed up to and including an instant.
    func advance(to instant: Instant) throws(LedgerError) {
      while next < changes.count, changes[next].instant <= instant {
        try level.add(changes[next].delta)
        next += 1
      }
    }
    var peaks: [HeldPeaks.Bucket] = []
    for index in buckets.starts.indices {
      let (start, end) = (buckets.starts[index], buckets.end(of: index))
      let begin = max(start, buckets.from)
      try advance(to: begin)
      var bucket = HeldPeaks.Bucket(start: start, end: end, amount: level, reachedAt: begin)
      while next < changes.count, changes[next].instant < end {
        let instant = changes[next].instant
        try advance(to: instant)
        if level > bucket.amount { (bucket.amount, bucket.reachedAt) = (level, instant) }
      }
      peaks.append(bucket)
    }
    return HeldPeaks(buckets: peaks, readAt: readAt, isClosed: isClosed)
  }
}
