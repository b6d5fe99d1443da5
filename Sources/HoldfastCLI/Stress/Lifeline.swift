internal import Foundation
internal import HoldfastTesting

/// A pipe into a worker. A byte in it asks the worker to end its race. When the pipe ends, as it does
/// with our process, however that ends, the worker ends at once.
final class Lifeline: Sendable {
  /// What the worker reads from. It stays open here too, so that a byte for a worker that has ended is
  /// no error.
  let reading: Int32
  private let writing: Int32

  init() throws(ThrowAwayPostgresError) {
    (reading, writing) = try ChildProcess.pipe()
  }

  deinit {
    close(reading)
    close(writing)
  }

  func askForEnd() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// In the worker, whose standard input it is.
  static func watch(_ end: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 { end() }
      _exit(ExitCode.checkFailed.rawValue)
    }
  }
}
