package import Holdfast

/// All that a store keeps of one balance.
package struct BalanceContents: Sendable {
  package var unit: UnitName
  /// The version of its last row; 0 before the first.
  package var version: Int64
  package var figures: Figures
  /// Every lot, those with nothing remaining too, by the version that opened it.
  package var lots: [Int64: Lot]
  /// The open reservations.
  package var holds: [Int64: Hold]
  /// The version of the row that closed each of the others; `nil` for a store that keeps no such
  /// list.
  package var closedHolds: [Int64: Int64]?
  /// How much of each entry was reversed; `nil` for a store that keeps no such sums.
  package var reversed: [Int64: Amount]?
  /// What lots repaid of the debt and was not undone, the latest last; `nil` for a store that keeps
  /// no such list.
  package var repayments: [Draw]?
  /// What it was after the rows that are in an archive; `nil` where none is.
  package var checkpoint: StreamCheckpoint?
  /// Of the rows up to the checkpoint those that something may still need, in order.
  package var kept: [JournalRow]
  /// The rows behind the checkpoint.
  package var rows: [JournalRow]

  /// The row of that version, or what is kept of it.
  func row(_ version: Int64) -> JournalRow? {
    let base = checkpoint?.version ?? 0
    if version <= base { return kept.first { $0.version == version } }
    let index = version - base - 1
    return index < Int64(rows.count) ? rows[Int(index)] : nil
  }

  package init(
    unit: UnitName, version: Int64, figures: Figures, lots: [Int64: Lot], holds: [Int64: Hold],
    closedHolds: [Int64: Int64]?, reversed: [Int64: Amount]?, repayments: [Draw]?,
    checkpoint: StreamCheckpoint? = nil, kept: [JournalRow] = [], rows: [JournalRow]
  ) {
    self.unit = unit
    self.version = version
    self.figures = figures
    self.lots = lots
    self.holds = holds
    self.closedHolds = closedHolds
    self.reversed = reversed
    self.repayments = repayments
    self.checkpoint = checkpoint
    self.kept = kept
    self.rows = rows
  }
}
