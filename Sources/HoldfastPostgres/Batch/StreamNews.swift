internal import Holdfast

/// What the new rows of a stream tell, up to one of them.
struct StreamNews {
  /// The last row that was looked at.
  private(set) var version: Int64
  /// The reservations that they opened, changed or closed.
  private(set) var holds: Set<Int64> = []
  /// How many of them are entries of the ledger.
  private(set) var entryCount: Int64 = 0

  init(after version: Int64) {
    self.version = version
  }

  /// Looks at all rows that there are by now, and adds them to the columns.
  mutating func add(
    _ journal: RowStore, of account: AccountID, _ stream: Int16, in place: StreamPlace,
    to rows: inout RowColumns
  ) {
    while version < journal.lastVersion {
      version += 1
      journal.withRow(version) { row in
        // What is settled late was closed before.
        if let hold = row.hold, row.settlement != .late { holds.insert(hold.version) }
        if row.delta.posted != 0 { entryCount += 1 }
        rows.append(StoredRow(row, in: place), of: account, stream)
      }
    }
  }
}
