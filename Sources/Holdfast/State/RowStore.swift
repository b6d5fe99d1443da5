/// The rows of a stream.
package struct RowStore: Sendable {
  private var rows: ContiguousArray<JournalRow> = []
  /// The versions of the rows that moved the posted figure: the ledger that a user sees.
  package private(set) var ledger: ContiguousArray<Int64> = []

  package var count: Int { rows.count }

  package subscript(version: Int64) -> JournalRow? {
    guard version >= 1, version <= Int64(rows.count) else { return nil }
    return rows[Int(version - 1)]
  }

  package var all: ContiguousArray<JournalRow> { rows }

  mutating func append(_ row: JournalRow) {
    rows.append(row)
    if row.delta.posted != 0 { ledger.append(row.version) }
  }

  /// The number of rows up to and including `instant`.
  package func count(through instant: Instant) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func withRow(_ version: Int64, _ change: (inout JournalRow) -> Void) {
    change(&rows[Int(version - 1)])
  }

  mutating func removeLast() {
    let row = rows.removeLast()
    if row.delta.posted != 0 { ledger.removeLast() }
  }
}
