internal import Holdfast

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads the file of one process from its beginning to its end, a piece at a time.
///
/// A last line without its end is what a killed process leaves, and is left out. Anything else that
/// is not a history is refused.
package final class HistoryReader {
  package let path: String
  package let header: RaceHeader
  /// Whether the last line was cut off. Known at the end.
  package private(set) var isTruncated = false
  /// Bytes read so far.
  package private(set) var bytes: Int64 = 0
  /// The number of the line last read.
  package private(set) var line = 0
  private var lines: LineSource
  private var latest = Int64.min

  /// Opens a file and reads its header.
  package init(path: String) throws(HistoryError) {
    self.path = path
    lines = try LineSource(path: path)
    let value: Result<JSONValue, JSONError>? = try lines.next { bytes in
      Result { () throws(JSONError) in try JSONValue.parse(bytes, maximumDepth: 8) }
    }
    guard let value else {
      throw HistoryError(
        file: path, reason: lines.rest == 0 ? "it is empty" : "its header is cut off")
    }
    line = 1
    guard case .success(let json) = value else {
      throw HistoryError(
        file: path, line: 1, reason: "it is no history: the first line is not its header")
    }
    do throws(RaceHeader.Malformed) {
      header = try RaceHeader(json: json)
    } catch {
      throw HistoryError(file: path, line: 1, reason: error.reason)
    }
  }

  /// The next line; `nil` at the end.
  package func next() throws(HistoryError) -> RaceEvent? {
    let read: Result<RaceEvent, LineScanner.Malformed>? = try lines.next { bytes in
      Result { () throws(LineScanner.Malformed) in try RaceEvent(line: bytes) }
    }
    bytes = lines.taken
    guard let read else {
      isTruncated = lines.rest > 0
      return nil
    }
    line += 1
    switch read {
    case .failure(let malformed):
      throw HistoryError(file: path, line: line, reason: malformed.reason)
    case .success(let event):
      guard event.at >= latest else {
        throw HistoryError(
          file: path, line: line, reason: "its time is before that of a line above")
      }
      latest = event.at
      return event
    }
  }
}

/// The lines of a file, a buffer at a time.
private struct LineSource: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private var buffer: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0
  /// Bytes of the lines handed out.
  private(set) var taken: Int64 = 0

  /// Longer lines are no history's.
  private static let longest = 64 << 20

  init(path: String) throws(HistoryError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    buffer = .allocate(capacity: 1 << 18)
    guard descriptor >= 0 else {
      throw HistoryError(
        file: path, reason: "cannot be opened: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
  }

  /// Bytes behind the last whole line.
  var rest: Int { end - start }

  /// Hands out the next line without its end; `nil` when no whole one is left.
  mutating func next<Value>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Value
  ) throws(HistoryError) -> Value? {
    var searched = start
    while true {
      if let base = buffer.baseAddress, end > searched,
        let found = memchr(base + searched, 0x0a, end - searched)
      {
        let length = UnsafeRawPointer(base + start).distance(to: UnsafeRawPointer(found))
        let line = UnsafeBufferPointer(rebasing: buffer[start..<start + length])
        start += length + 1
        taken += Int64(length + 1)
        return body(line)
      }
      searched = end - start
      guard try fill() else { return nil }
    }
  }

  /// Moves what is left to the front and reads on; `false` at the end of the file.
  private mutating func fill() throws(HistoryError) -> Bool {
    guard let base = buffer.baseAddress else { return false }
    if start > 0 {
      memmove(base, base + start, end - start)
      end -= start
      start = 0
    }
    if end == buffer.count { try grow() }
    while true {
      let count = read(descriptor, buffer.baseAddress?.advanced(by: end), buffer.count - end)
      if count > 0 {
        end += count
        return true
      }
      if count == 0 { return false }
      guard errno == EINTR else {
        throw HistoryError(
          file: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
      }
    }
  }

  private mutating func grow() throws(HistoryError) {
    guard buffer.count < LineSource.longest else {
      throw HistoryError(file: path, reason: "it is no history: a line is too long")
    }
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * buffer.count)
    _ = larger.update(fromContentsOf: buffer[..<end])
    buffer.deallocate()
    buffer = larger
  }
}
