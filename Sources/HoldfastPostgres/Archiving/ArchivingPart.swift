internal import Holdfast

/// Rows of an account up to one instant, which are archived together, and what its streams are after
/// them.
struct ArchivingPart {
  /// A stream's share.
  struct Stream {
    let number: Int16
    let place: StreamPlace
    /// Before the part.
    let before: StreamCheckpoint?
    /// What is archived now, in order, and the line of each.
    var rows: [JournalRow] = []
    var texts: [String] = []
    /// What was archived before and is still in the journal.
    var staying: [JournalRow] = []
    /// After the part; `before` where it has no rows of the stream.
    var after: StreamCheckpoint?
  }

  let address: AccountAddress
  var streams: [Stream]
  /// The number of the last change of names, as of when the part was read.
  let revision: Int64
  /// Whether the account has more rows that are old enough.
  let hasMore: Bool

  var rowCount: Int { streams.reduce(0) { $0 + $1.rows.count } }
  var stayingCount: Int { streams.reduce(0) { $0 + $1.staying.count } }
}

extension ArchivingPart.Stream {
  /// Makes the checkpoint after the rows.
  ///
  /// - Parameters:
  ///   - entries: Earlier rows that are reversed, by version.
  ///   - reversed: How much of them was reversed before.
  mutating func finish(entries: [Int64: JournalRow], reversed: [Int64: Amount]) {
    guard let last = rows.last else {
      after = before
      return
    }
    var digest = before?.digest ?? ArchiveLine.noDigest
    for text in texts { digest = ArchiveLine.chain(digest, text) }
    var fold = BalanceFold(before)
    for (version, amount) in reversed { fold.note(reversed: amount, ofEntry: version) }
    var known = entries
    var entryCount = before?.entryCount ?? 0
    for row in rows {
      if row.delta.posted != 0 { entryCount += 1 }
      known[row.version] = row
      fold.apply(row, entry: row.event == .reversal ? known[row.subject] : nil)
    }
    let figures = last.usage.map { Figures(posted: $0.lifetimeAfter) } ?? last.after
    after = StreamCheckpoint(
      version: last.version, instant: last.instant, figures: figures, entryCount: entryCount,
      digest: digest,
      lots: fold.lots.values.filter { $0.remaining > 0 || !$0.isLapsed(at: last.instant) }
        .sorted { $0.version < $1.version },
      holds: fold.holds.values.sorted { $0.version < $1.version }, repayments: fold.repayments)
  }
}
