/// The rows of a stream, in blocks, so that a long journal is never copied to grow.
package struct RowStore: Sendable {
  private var blocks: ContiguousArray<ContiguousArray<JournalRow>> = []
  /// Of a row that opened a reservation: the version of the row that closed it; otherwise 0.
  private var closers: ContiguousArray<Int64> = []
  /// The versions of the rows that moved the posted figure: the ledger that a user sees.
  package private(set) var ledger: ContiguousArray<Int64> = []

  private static let blockSize = 256

  package var count: Int { closers.count }
  package var all: [JournalRow] { blocks.flatMap { $0 } }

  package subscript(version: Int64) -> JournalRow? {
    guard version >= 1, version <= Int64(count) else { return nil }
    let (block, offset) = RowStore.place(of: version)
    return blocks[block][offset]
  }

  /// Looks at a row in place; a row is long, and copying it costs more than most looks.
  @inline(__always)
  package func withRow<Value>(_ version: Int64, _ look: (borrowing JournalRow) -> Value) -> Value {
    let (block, offset) = RowStore.place(of: version)
    return look(blocks[block][offset])
  }

  private static func place(of version: Int64) -> (block: Int, offset: Int) {
    (Int(version - 1) / blockSize, Int(version - 1) % blockSize)
  }

  mutating func append(_ row: JournalRow) {
    if count.isMultiple(of: RowStore.blockSize) { blocks.append([]) }
    blocks[blocks.count - 1].append(row)
    closers.append(0)
    if row.delta.posted != 0 { ledger.append(row.version) }
  }

  mutating func changeRow(_ version: Int64, _ change: (inout JournalRow) -> Void) {
    let (block, offset) = RowStore.place(of: version)
    change(&blocks[block][offset])
  }

  mutating func removeLast() {
    let row = blocks[blocks.count - 1].removeLast()
    if blocks[blocks.count - 1].isEmpty { blocks.removeLast() }
    closers.removeLast()
    if row.delta.posted != 0 { ledger.removeLast() }
  }

  /// The version of the row that closed the reservation opened by `version`; 0 while it is open.
  package func closer(of version: Int64) -> Int64 {
    guard version >= 1, version <= Int64(count) else { return 0 }
    return closers[Int(version - 1)]
  }

  mutating func setCloser(of version: Int64, to closer: Int64) {
    closers[Int(version - 1)] = closer
  }

  /// The number of rows up to and including `instant`.
  package func count(through instant: Instant) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let (block, offset) = RowStore.place(of: Int64(middle + 1))
      if blocks[block][offset].instant <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
