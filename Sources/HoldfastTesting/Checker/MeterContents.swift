package import Holdfast

/// All that a store keeps of what an account used of one item.
package struct MeterContents: Sendable {
  package var item: ItemName
  /// The version of its last row; 0 before the first.
  package var version: Int64
  package var lifetime: Amount
  package var records: [Int64: UsageRecord]
  package var counters: [UsageCounter]
  /// The definitions for which `counters` were made.
  package var revision: Revision?
  /// What it was after the rows that are in an archive; `nil` where none is.
  package var checkpoint: StreamCheckpoint?
  /// All rows; of those up to the checkpoint without what people wrote.
  package var rows: [JournalRow]

  package init(
    item: ItemName, version: Int64, lifetime: Amount, records: [Int64: UsageRecord],
    counters: [UsageCounter], revision: Revision?, checkpoint: StreamCheckpoint? = nil,
    rows: [JournalRow]
  ) {
    self.item = item
    self.version = version
    self.lifetime = lifetime
    self.records = records
    self.counters = counters
    self.revision = revision
    self.checkpoint = checkpoint
    self.rows = rows
  }
}
