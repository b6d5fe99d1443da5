#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Waiting for sockets.
enum Readiness {
  /// Waits until the socket can be written to or, asked for something else, read from. `false` when
  /// the deadline came first. A socket in error counts as ready: using it says what is wrong.
  static func wait(for socket: Int32, toWrite: Bool, until deadline: Deadline) -> Bool {
    let events = toWrite ? POLLOUT : POLLIN
    while true {
      let timeout = deadline.pollTimeout
      if wait(for: socket, events: Int16(events), milliseconds: timeout) { return true }
      if timeout == 0 { return false }
    }
  }

  /// Waits at most so long for something to read and, where wanted, for room to write.
  static func waitToRead(from socket: Int32, orWrite: Bool, milliseconds: Int32) -> Bool {
    let events = orWrite ? POLLIN | POLLOUT : POLLIN
    return wait(for: socket, events: Int16(events), milliseconds: milliseconds)
  }

  /// `false` also when a signal came in between.
  private static func wait(for socket: Int32, events: Int16, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: socket, events: events, revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
