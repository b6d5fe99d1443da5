#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Sorts more records than there is memory for: sorted runs go to a file that has no name, and are
/// merged as they are read.
final class ExternalSort<Record: BitwiseCopyable> {
  private let isBefore: (Record, Record) -> Bool
  private(set) var count = 0
  /// How many records are kept in memory.
  private let capacity: Int
  private var records: [Record] = []
  private var file: RunFile<Record>?

  /// - Parameters:
  ///   - budget: About how many bytes of memory it may take.
  ///   - isBefore: A strict order; equal records come out in any order.
  init(budget: Int, by isBefore: @escaping (Record, Record) -> Bool) {
    self.isBefore = isBefore
    capacity = max(16, budget / MemoryLayout<Record>.stride)
  }

  func add(_ record: Record) throws(HistoryError) {
    if records.count == capacity { try spill() }
    records.append(record)
    count += 1
  }

  private func spill() throws(HistoryError) {
    records.sort(by: isBefore)
    if file == nil { file = try RunFile() }
    try file?.append(records)
    records.removeAll(keepingCapacity: true)
  }

  /// The records in order. Nothing may be added any more.
  func sorted() throws(HistoryError) -> SortedRecords<Record> {
    guard file != nil else {
      records.sort(by: isBefore)
      defer { records = [] }
      return SortedRecords(records)
    }
    if !records.isEmpty { try spill() }
    records = []
    return SortedRecords(file?.runs(sharing: capacity) ?? [], by: isBefore)
  }
}

/// Records in order, one after the other.
final class SortedRecords<Record: BitwiseCopyable> {
  private var records: [Record]
  private var index = 0
  private var runs: [Run<Record>] = []
  private let isBefore: ((Record, Record) -> Bool)?

  init(_ records: [Record]) {
    self.records = records
    isBefore = nil
  }

  init(_ runs: [Run<Record>], by isBefore: @escaping (Record, Record) -> Bool) {
    records = []
    self.runs = runs
    self.isBefore = isBefore
  }

  /// The first record that was not taken.
  func peek() throws(HistoryError) -> Record? {
    guard isBefore != nil else { return index < records.count ? records[index] : nil }
    return try earliest()?.record
  }

  func next() throws(HistoryError) -> Record? {
    guard isBefore != nil else {
      guard index < records.count else { return nil }
      defer { index += 1 }
      return records[index]
    }
    guard let found = try earliest() else { return nil }
    runs[found.run].take()
    return found.record
  }

  private func earliest() throws(HistoryError) -> (record: Record, run: Int)? {
    var best: (record: Record, run: Int)?
    for run in runs.indices {
      guard let record = try runs[run].peek() else { continue }
      if let other = best, let isBefore, !isBefore(record, other.record) { continue }
      best = (record, run)
    }
    return best
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

  func append(_ records: [Record]) throws(HistoryError) {
    let isWritten = records.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        if count < 0, errno != EINTR { return false }
        start += max(0, count)
      }
      return true
    }
    guard isWritten else { throw RunFile.failure("the temporary file cannot be written") }
    ends.append((ends.last ?? 0) + records.count)
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
