internal import CLibPQ

extension PostgresConnection {
  enum Exchange {
    case progress
    case lost
    case timedOut
  }

  /// Waits until the server sent something or, where wanted, takes more, and reads what it sent.
  ///
  /// After `progress` there may still be nothing to read. What arrived before a loss can still be had
  /// from libpq.
  func exchange(on raw: OpaquePointer, orWrite: Bool, deadline: Deadline) -> Exchange {
    var timeout = deadline.pollTimeout
    if timeout == 0 { return .timedOut }
    if PQsslInUse(raw) == 1 {
      // The TLS library may hold back bytes that `poll` knows nothing of; libpq offers no way to ask.
      timeout = min(timeout, 10)
    }
    let socket = PQsocket(raw)
    guard socket >= 0 else { return .lost }
    _ = Readiness.waitToRead(from: socket, orWrite: orWrite, milliseconds: timeout)
    if PQconsumeInput(raw) == 1 { return .progress }
    // Without a socket libpq no longer waits, so what it still holds can be taken as usual.
    return PQsocket(raw) < 0 && PQisBusy(raw) == 0 ? .progress : .lost
  }
}
