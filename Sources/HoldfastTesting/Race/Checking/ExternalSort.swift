#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// By what records are sorted: three numbers, the first counts most.
struct SortKey: Comparable, BitwiseCopyable {
  let first: Int64
  var second: Int64 = 0
  var third: Int64 = 0

  static func < (left: SortKey, right: SortKey) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    return left.third < right.third
  }
}

/// Sorts more records than there is memory for: sorted runs go to a file that has no name, and are
/// merged as they are read.
///
/// Records are larger than their keys, so keys are what is moved about.
final class ExternalSort<Record: BitwiseCopyable> {
  private let key: (Record) -> SortKey
  private(set) var count = 0
  /// How many records are kept in memory.
  private let capacity: Int
  private var records: [Record] = []
  private var order: [Place] = []
  private var file: RunFile<Record>?

  private struct Place: BitwiseCopyable {
    let key: SortKey
    let index: Int
  }

  /// - Parameters:
  ///   - budget: About how many bytes of memory it may take.
  ///   - key: By what it is sorted; records with equal keys come out in any order.
  init(budget: Int, by key: @escaping (Record) -> SortKey) {
    self.key = key
    capacity = max(
      16, budget / (MemoryLayout<Record>.stride + MemoryLayout<Place>.stride))
  }

  func add(_ record: Record) throws(HistoryError) {
    if records.count == capacity { try spill() }
    order.append(Place(key: key(record), index: records.count))
    records.append(record)
    count += 1
  }

  private func spill() throws(HistoryError) {
    if file == nil { file = try RunFile() }
    order.sort { $0.key < $1.key }
    try file?.append(order.lazy.map { self.records[$0.index] }, count: order.count)
    records.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  /// The records in order. Nothing may be added any more.
  func sorted() throws(HistoryError) -> SortedRecords<Record> {
    defer { (records, order) = ([], []) }
    guard file != nil else {
      order.sort { $0.key < $1.key }
      return SortedRecords(records, in: order.map(\.index))
    }
    if !records.isEmpty { try spill() }
    return try SortedRecords(file?.runs(sharing: capacity) ?? [], by: key)
  }
}

/// Records in order, one after the other.
final class SortedRecords<Record: BitwiseCopyable> {
  private let records: [Record]
  private let order: [Int]
  private var index = 0
  private var runs: [Run<Record>] = []
  /// The keys of the first records of the runs; `nil` at the end of one.
  private var heads: [SortKey?] = []
  private let key: ((Record) -> SortKey)?
  private var first: Record?

  init(_ records: [Record], in order: [Int]) {
    self.records = records
    self.order = order
    key = nil
    if let place = order.first { first = records[place] }
  }

  init(_ runs: [Run<Record>], by key: @escaping (Record) -> SortKey) throws(HistoryError) {
    records = []
    order = []
    self.runs = runs
    self.key = key
    for run in runs.indices { heads.append(try self.runs[run].peek().map(key)) }
    try advance()
  }

  /// The first record that was not taken.
  func peek() -> Record? { first }

  func next() throws(HistoryError) -> Record? {
    defer { if key == nil { step() } }
    let found = first
    if key != nil { try advance() }
    return found
  }

  private func step() {
    guard first != nil else { return }
    index += 1
    first = index < order.count ? records[order[index]] : nil
  }

  /// Takes the earliest record of all runs.
  private func advance() throws(HistoryError) {
    var best: Int?
    for (run, head) in heads.enumerated() {
      guard let head else { continue }
      if let other = best, let least = heads[other], least <= head { continue }
      best = run
    }
    guard let best, let key else {
      first = nil
      return
    }
    first = try runs[best].peek()
    runs[best].take()
    heads[best] = try runs[best].peek().map(key)
  }
}

/// A part of a file whose records are in order, read a piece at a time.
struct Run<Record: BitwiseCopyable> {
  private let file: RunFile<Record>
  private var position: Int
  private let end: Int
  private let pieceCount: Int
  private var piece: [Record] = []
  private var index = 0

  fileprivate init(_ file: RunFile<Record>, _ range: Range<Int>, pieceCount: Int) {
    self.file = file
    position = range.lowerBound
    end = range.upperBound
    self.pieceCount = pieceCount
  }

  mutating func peek() throws(HistoryError) -> Record? {
    if index == piece.count {
      guard position < end else { return nil }
      piece = try file.read(position..<min(end, position + pieceCount))
      position += piece.count
      index = 0
    }
    return piece[index]
  }

  mutating func take() { index += 1 }
}

/// A file without a name: it is gone when nobody reads it any more, even if the process is killed.
private final class RunFile<Record: BitwiseCopyable> {
  private let descriptor: Int32
  private var ends: [Int] = []

  init() throws(HistoryError) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "\(P_tmpdir)"
    var template = Array("\(folder)/holdfast-check-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw RunFile.failure("no temporary file can be made") }
    unlink(template)
  }

  deinit {
    close(descriptor)
  }

  /// Appends a run of so many records.
  func append(_ run: some Sequence<Record>, count: Int) throws(HistoryError) {
    var piece: [Record] = []
    piece.reserveCapacity(RunFile.piece)
    for record in run {
      piece.append(record)
      guard piece.count == RunFile.piece else { continue }
      try write(piece)
      piece.removeAll(keepingCapacity: true)
    }
    try write(piece)
    ends.append((ends.last ?? 0) + count)
  }

  private static var piece: Int { 1024 }

  private func write(_ records: [Record]) throws(HistoryError) {
    let isWritten = records.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
        if count < 0, errno != EINTR { return false }
        start += max(0, count)
      }
      return true
    }
    guard isWritten else { throw RunFile.failure("the temporary file cannot be written") }
  }

  /// - Parameter count: how many records all of them may keep in memory.
  func runs(sharing count: Int) -> [Run<Record>] {
    ends.indices.map { index in
      Run(
        self, (index == 0 ? 0 : ends[index - 1])..<ends[index],
        pieceCount: max(16, count / ends.count))
    }
  }

  func read(_ range: Range<Int>) throws(HistoryError) -> [Record] {
    let stride = MemoryLayout<Record>.stride
    var isRead = true
    let records = [Record](unsafeUninitializedCapacity: range.count) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var start = 0
      while start < range.count * stride {
        let read = pread(
          descriptor, bytes.baseAddress?.advanced(by: start), range.count * stride - start,
          range.lowerBound * stride + start)
        if read == 0 || (read < 0 && errno != EINTR) {
          isRead = false
          break
        }
        start += max(0, read)
      }
      count = isRead ? range.count : 0
    }
    guard isRead else { throw RunFile.failure("the temporary file cannot be read") }
    return records
  }

  private static func failure(_ what: String) -> HistoryError {
    HistoryError(
      file: "the folder for temporary files", reason: "\(what): \(String(cString: strerror(errno)))"
    )
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
