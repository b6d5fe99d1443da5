internal import Dispatch
internal import Foundation
internal import Synchronization

/// The wish that a command come to an early end.
final class Interruption: Sendable {
  private let asked = Mutex<ExitCode?>(nil)

  /// What the command then ends with; `nil` while nobody wishes it.
  var exitCode: ExitCode? { asked.withLock { $0 } }

  /// Takes the first SIGINT or SIGTERM of this process for it. The second ends the process at once.
  ///
  /// - Parameter text: told when the first comes.
  func listen(telling text: String) {
    // Of its own, so that it is served however busy the process is.
    let queue = DispatchQueue(label: "holdfast interruption")
    for (number, code) in [(SIGINT, ExitCode.interrupted), (SIGTERM, ExitCode.terminated)] {
      // Else the system ends the process before the source is told.
      signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [self] in
        // Nothing else keeps it.
        withExtendedLifetime(source) {
          guard ask(code) else { _exit(code.rawValue) }
          Terminal.error(text)
        }
      }
      source.resume()
    }
  }

  /// Whether it is the first wish.
  private func ask(_ code: ExitCode) -> Bool {
    asked.withLock { asked in
      guard asked == nil else { return false }
      asked = code
      return true
    }
  }
}
