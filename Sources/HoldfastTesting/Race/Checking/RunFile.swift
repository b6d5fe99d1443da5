#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file without a name: it is gone when nobody reads it any more, even if the process is killed.
final class RunFile<Record: BitwiseCopyable> {
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
  func runs(sharing count: Int) -> [SortedRun<Record>] {
    ends.indices.map { index in
      SortedRun(
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
