internal import CLibPQ
internal import Foundation

/// The right to interrupt what the server does for one connection, usable from any thread.
// Unchecked: the pointer never changes, and libpq only reads what it points to while it cancels.
package final class CancelRequest: @unchecked Sendable {
  private let raw: OpaquePointer

  init(_ raw: OpaquePointer) {
    self.raw = raw
  }

  deinit {
    PQfreeCancel(raw)
  }

  /// Asks the server to stop the running statement and waits until it took the request in, which may
  /// be for ever when it hangs: never call it on a thread that must go on.
  ///
  /// Says whether the request was sent, not whether there was anything left to stop.
  @discardableResult
  package func send() -> Bool {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      PQcancel(raw, message.baseAddress, 256) == 1
    }
  }

  /// Sends it on a thread of its own and waits at most so long for that to end.
  func send(waitingMilliseconds limit: Int) {
    let sent = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      send()
      sent.signal()
    }
    _ = sent.wait(timeout: .now() + .milliseconds(limit))
  }
}
