import Synchronization

/// Lines that the stand-ins of the documentation's adapters write.
final class Notes: Sendable {
  @TaskLocal static var log: Notes?
  @TaskLocal static var metrics: Notes?
  @TaskLocal static var traces: Notes?

  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  func add(_ line: String) {
    kept.withLock { $0.append(line) }
  }
}
