internal import Holdfast
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes the history of one process, from any number of threads and tasks.
///
/// What a call intends is in the system's hands before the call is sent, so a process that is killed
/// leaves its calls behind; answers wait for the next call, or for `flush`. Times are read under the
/// lock that orders the lines, so the lines of a file are in the order of their times: a call seems
/// to begin no later, and to return no earlier, than it did.
package final class HistoryWriter: Sendable {
  private let file: Mutex<File>
  private let clock: RaceClock
  private let path: String

  /// Answers are written at the latest when so many bytes wait.
  private static let buffer = 65_536

  private struct File {
    let descriptor: Int32
    var waiting: [UInt8] = []
    var isClosed = false
  }

  /// Begins a file; one that is there already is refused.
  package init(path: String, header: RaceHeader) throws(HistoryError) {
    self.path = path
    clock = RaceClock(origin: header.origin)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw HistoryWriter.failure("cannot be made", path) }
    var file = File(descriptor: descriptor)
    file.waiting.reserveCapacity(2 * HistoryWriter.buffer)
    header.json.write(into: &file.waiting)
    file.waiting.append(UInt8(ascii: "\n"))
    self.file = Mutex(file)
    try flush()
  }

  deinit {
    file.withLock { file in
      if !file.isClosed { close(file.descriptor) }
    }
  }

  /// Notes that a call is about to be sent. It may be sent when this has returned.
  ///
  /// - Returns: the time that the line has, in microseconds since the run began.
  @discardableResult
  package func invoked(_ call: RaceCall) throws(HistoryError) -> Int64 {
    try invoked(CollectionOfOne(call))
  }

  /// Notes that calls are about to be sent, all at one time.
  @discardableResult
  package func invoked(_ calls: some Sequence<RaceCall>) throws(HistoryError) -> Int64 {
    let path = path
    return try file.withLock { file throws(HistoryError) in
      let now = clock.now
      for call in calls { RaceEvent(at: now, .invoked(call)).write(into: &file.waiting) }
      try HistoryWriter.handOver(&file, path)
      return now
    }
  }

  /// Notes what a call was answered, after the answer came.
  ///
  /// - Returns: the time that the line has, in microseconds since the run began.
  @discardableResult
  package func returned(
    _ id: RaceCall.ID, _ answer: RaceAnswer
  ) throws(HistoryError) -> Int64 {
    try append(.returned(id, answer))
  }

  /// Notes anything else.
  @discardableResult
  package func append(_ content: RaceEvent.Content) throws(HistoryError) -> Int64 {
    let path = path
    return try file.withLock { file throws(HistoryError) in
      let now = clock.now
      RaceEvent(at: now, content).write(into: &file.waiting)
      if file.waiting.count >= HistoryWriter.buffer { try HistoryWriter.handOver(&file, path) }
      return now
    }
  }

  /// Hands what waits to the system.
  package func flush() throws(HistoryError) {
    let path = path
    try file.withLock { file throws(HistoryError) in try HistoryWriter.handOver(&file, path) }
  }

  /// Ends the file. Nothing may be noted afterwards.
  package func finish() throws(HistoryError) {
    try flush()
    file.withLock { file in
      if !file.isClosed { close(file.descriptor) }
      file.isClosed = true
    }
  }

  private static func handOver(_ file: inout File, _ path: String) throws(HistoryError) {
    precondition(!file.isClosed, "the history is finished")
    var start = 0
    while start < file.waiting.count {
      let count = file.waiting.withUnsafeBytes { bytes in
        write(file.descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("cannot be written", path)
      }
      start += count
    }
    file.waiting.removeAll(keepingCapacity: true)
  }

  private static func failure(_ what: String, _ path: String) -> HistoryError {
    HistoryError(file: path, reason: "\(what): \(String(cString: strerror(errno)))")
  }
}
