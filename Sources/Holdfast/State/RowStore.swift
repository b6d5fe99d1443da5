/// The rows of a stream, in blocks, so that a long journal is never copied to grow.
///
/// A store that keeps its rows elsewhere works with a part: the rows up to `base` are there, and only
/// those it loaded are at hand; what is appended follows from `base` on.
package struct RowStore: Sendable {
  /// The last version that is kept elsewhere; 0 when all rows are here.
  package let base: Int64
  /// What is known of the rows that are in an archive; `nil` where none is, or nobody asked.
  package var checkpoint: StreamCheckpoint?
  private var blocks: ContiguousArray<ContiguousArray<Entry>> = []
  /// The number of rows behind `base`.
  private var count = 0
  /// Of the rows up to `base`, those at hand.
  private var loaded: [Int64: JournalRow] = [:]
  private var loadedClosers: [Int64: Int64] = [:]
  /// The versions behind `base` of the rows that moved the posted figure: the ledger that a user sees.
  package private(set) var ledger: ContiguousArray<Int64> = []

  private struct Entry {
    var row: JournalRow
    /// Of a row that opened a reservation: the version of the row that closed it; otherwise 0.
    var closer: Int64 = 0
  }

  package init(base: Int64 = 0) {
    self.base = base
  }

  /// The last version.
  package var lastVersion: Int64 { base + Int64(count) }
  /// The rows up to `base` that are at hand, in order.
  package var kept: [JournalRow] { loaded.values.sorted { $0.version < $1.version } }
  /// The rows behind `base`, in order.
  package var all: [JournalRow] { blocks.flatMap { $0.map(\.row) } }

  package subscript(version: Int64) -> JournalRow? {
    guard version > base else { return loaded[version] }
    guard version <= lastVersion else { return nil }
    let place = place(of: version)
    return blocks[place.block][place.offset].row
  }

  /// The versions at hand from this one on, in order.
  package func versions(from first: Int64) -> [Int64] {
    let kept = loaded.keys.filter { $0 >= first }.sorted()
    let start = max(first, base + 1)
    return start <= lastVersion ? kept + Array(start...lastVersion) : kept
  }

  /// Looks at a row in place; a row is long, and copying it costs more than most looks.
  @inline(__always)
  package func withRow<Value>(_ version: Int64, _ look: (borrowing JournalRow) -> Value) -> Value {
    guard version > base else {
      guard let row = loaded[version] else {
        preconditionFailure("a row is looked at that is not at hand")
      }
      return look(row)
    }
    let place = place(of: version)
    return blocks[place.block].withUnsafeBufferPointer { block in
      guard let entries = block.baseAddress else { preconditionFailure("a block has rows") }
      return look(entries[place.offset].row)
    }
  }

  @inline(__always)
  private func place(of version: Int64) -> Place {
    Place(index: Int(version - base - 1))
  }

  package mutating func append(_ row: consuming JournalRow) {
    if row.delta.posted != 0 { ledger.append(row.version) }
    let place = Place(index: count)
    if place.offset == 0 {
      var block: ContiguousArray<Entry> = []
      block.reserveCapacity(place.blockSize)
      blocks.append(block)
    }
    blocks[place.block].append(Entry(row: row))
    count += 1
  }

  mutating func changeRow(_ version: Int64, _ change: (inout JournalRow) -> Void) {
    let place = place(of: version)
    change(&blocks[place.block][place.offset].row)
  }

  mutating func removeLast() {
    let row = blocks[blocks.count - 1].removeLast().row
    if blocks[blocks.count - 1].isEmpty { blocks.removeLast() }
    count -= 1
    if row.delta.posted != 0 { ledger.removeLast() }
  }

  /// The version of the row that closed the reservation opened by `version`; 0 while it is open.
  package func closer(of version: Int64) -> Int64 {
    guard version > base else { return loadedClosers[version] ?? 0 }
    guard version <= lastVersion else { return 0 }
    let place = place(of: version)
    return blocks[place.block][place.offset].closer
  }

  package mutating func setCloser(of version: Int64, to closer: Int64) {
    guard version > base else {
      loadedClosers[version] = closer == 0 ? nil : closer
      return
    }
    let place = place(of: version)
    blocks[place.block][place.offset].closer = closer
  }

  /// The number of rows up to and including `instant`; of rows up to `base`, the last at hand counts,
  /// or the last that was archived.
  package func count(through instant: Instant) -> Int64 {
    var low = base
    var high = lastVersion
    while low < high {
      let middle = (low + high + 1) / 2
      let place = place(of: middle)
      let block = blocks[place.block]
      if block[place.offset].row.instant <= instant { low = middle } else { high = middle - 1 }
    }
    guard low == base, base > 0 else { return low }
    let atHand = loaded.values.filter { $0.instant <= instant }.map(\.version).max() ?? 0
    guard let checkpoint, checkpoint.instant <= instant else { return atHand }
    return max(atHand, checkpoint.version)
  }
}

extension RowStore {
  /// Where a row stands: in blocks of 4, 4, 8, 16, … 256 rows, and of 256 from there on. A short stream
  /// takes little, and no row is ever moved.
  private struct Place {
    let block: Int
    let offset: Int
    let blockSize: Int

    @inline(__always)
    init(index: Int) {
      if index < 4 {
        (block, offset, blockSize) = (0, index, 4)
      } else if index < 256 {
        let power = Int.bitWidth - 1 - index.leadingZeroBitCount
        (block, offset, blockSize) = (power - 1, index - (1 << power), 1 << power)
      } else {
        (block, offset, blockSize) = (index / 256 + 6, index % 256, 256)
      }
    }
  }
}

extension RowStore {
  /// Takes in a row that is kept elsewhere. One that closed a reservation is known as its closer.
  package mutating func load(_ row: JournalRow) {
    precondition(row.version <= base, "a row is loaded that was appended here")
    loaded[row.version] = row
    if let hold = row.hold, hold.status != .open { loadedClosers[hold.version] = row.version }
  }
}

extension RowStore {
  /// The figures after a row, or as an archive ends with them; zero before the first.
  package func figures(after version: Int64) -> Figures {
    if let checkpoint, version == checkpoint.version { return checkpoint.figures }
    return self[version]?.after ?? .zero
  }
}
