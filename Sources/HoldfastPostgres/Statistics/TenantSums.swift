internal import Holdfast

/// Statistics of a whole tenant, made of stored sums: those in the snapshot, what is due and not yet
/// written, and from the journal what the stored buckets do not fit.
struct TenantSums<Table: RollupTable>: Sendable {
  let tenant: TenantName
  let period: StatisticsPeriod
  let scope: StatisticsScope
  /// The statement that reads them, and its names behind the ranges.
  let query: Query
  let names: [String]
  /// The group of a sum, by the text that the statement answers with; `nil` where there are no groups.
  let group: @Sendable (String?) -> StatisticsKey?
  /// Whether sums of that text count.
  let counts: @Sendable (String?) -> Bool
  /// Whether a key is asked about, and the text that the statement would answer with.
  let includes: @Sendable (Table.Key) -> Bool
  let text: @Sendable (Table.Key) -> String?
  /// Adds what an account has in the journal.
  let add:
    @Sendable (AccountState, inout StatisticsAccumulator<Table.Figures>) throws(LedgerError) -> Void

  /// So many stretches at most are read from the journal before all is.
  static var mostGaps: Int { 2 }

  /// `nil` where the stored sums are of no use.
  func read(
    in snapshot: StatisticsSnapshot
  ) throws(ReadFailure) -> (sums: StatisticsAccumulator<Table.Figures>, moment: StatisticsMoment)? {
    var sums = try refusing { () throws(LedgerError) in
      try StatisticsAccumulator<Table.Figures>(period)
    }
    let cover = RollupCover(sums.buckets, now: snapshot.now)
    guard snapshot.isCovered, cover.gaps.count <= Self.mostGaps,
      sums.buckets.count == 0 || !cover.runs.isEmpty
    else { return nil }
    if !cover.runs.isEmpty { try addStored(cover, to: &sums, snapshot) }
    var moment = StatisticsMoment(now: snapshot.now, period)
    try addDue(outside: cover.gaps, to: &sums, &moment, snapshot)
    for gap in cover.gaps { try addJournal(in: gap, to: &sums, snapshot) }
    return (sums, moment)
  }

  private func addStored(
    _ cover: RollupCover, to sums: inout StatisticsAccumulator<Table.Figures>,
    _ snapshot: StatisticsSnapshot
  ) throws(ReadFailure) {
    var starts = ColumnBuffer.timestamptz(capacity: sums.buckets.count)
    for start in sums.buckets.starts { starts.append(timestamptz: start.microseconds) }
    let ranges = [starts.parameter()] + cover.parameters + names.map { .text($0) }
    let replies: [Rows]
    do throws(ReadFailure) {
      replies = try snapshot.connection.ask(
        (0..<Int16(snapshot.context.slotCount)).map { Statement(query, [.int2($0)] + ranges) })
    } catch {
      if case .database(let error) = error, error.sqlState == .numericValueOutOfRange {
        throw .refused(Self.overflow)
      }
      throw error
    }
    for rows in replies {
      for row in 0..<rows.rowCount {
        let text = rows.optionalText(row, 1)
        guard counts(text) else { continue }
        let columns = Table.Figures.columns.indices.map { rows.int64(row, 2 + $0) }
        guard rows.int64(row, 2 + columns.count) < .max else { throw .refused(Self.overflow) }
        let bucket = Int(rows.int32(row, 0)) - 1
        try refusing { () throws(LedgerError) in
          try sums.add(Table.Figures(values: columns), toBucket: bucket, key: group(text))
        }
      }
    }
  }

  private static var overflow: LedgerError {
    LedgerError(.amountOverflow, "a sum does not fit 64 bits")
  }

  private func addDue(
    outside gaps: [Range<Instant>], to sums: inout StatisticsAccumulator<Table.Figures>,
    _ moment: inout StatisticsMoment, _ snapshot: StatisticsSnapshot
  ) throws(ReadFailure) {
    try DueAccountsInSnapshot(snapshot: snapshot, tenant: tenant).visit {
      account throws(ReadFailure) in
      guard let state = account.state else { return }
      var found: [(figures: Table.Figures, instant: Instant, key: Table.Key)] = []
      Table.visit(moment.present(state), since: account) { found.append(($0, $1, $2)) }
      for fact in found where includes(fact.key) {
        let text = text(fact.key)
        guard counts(text), !gaps.contains(where: { $0.contains(fact.instant) }) else { continue }
        try refusing { () throws(LedgerError) in
          try sums.add(fact.figures, at: fact.instant, key: group(text))
        }
      }
    }
  }

  /// Adds what lies in a stretch, from the rows of all accounts.
  private func addJournal(
    in gap: Range<Instant>, to sums: inout StatisticsAccumulator<Table.Figures>,
    _ snapshot: StatisticsSnapshot
  ) throws(ReadFailure) {
    var part = period
    (part.from, part.to) = (gap.lowerBound, gap.upperBound)
    var scope = scope
    (scope.from, scope.to) = (gap.lowerBound, gap.upperBound)
    var found = try refusing { () throws(LedgerError) in
      try StatisticsAccumulator<Table.Figures>(part)
    }
    var moment = StatisticsMoment(now: snapshot.now, part)
    try AccountsInSnapshot(snapshot: snapshot, tenant: tenant, name: nil, scope: scope).visit {
      account throws(ReadFailure) in
      try refusing { () throws(LedgerError) in try add(moment.present(account), &found) }
    }
    try refusing { () throws(LedgerError) in try sums.add(found) }
  }

  private func refusing<Value>(
    _ body: () throws(LedgerError) -> Value
  ) throws(ReadFailure) -> Value {
    do throws(LedgerError) { return try body() } catch { throw .refused(error) }
  }
}
