internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The thread of a proxy: waits with `poll` for sockets and for due instants, then moves bytes.
final class ProxyLoop: Sendable {
  private enum Watched {
    case wake
    case listener
    case source(Int, FaultProxy.Direction)
    case destination(Int)
  }

  private let state: Mutex<ProxyState>
  private let wakeRead: Int32
  private let wakeWrite: Int32

  init(reserved: StreamSocket, port: UInt16, upstream: SocketAddress) throws(FaultProxyError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FaultProxyError("pipe", code: errno) }
    wakeRead = ends[0]
    wakeWrite = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    do throws(FaultProxyError) {
      state = Mutex(try ProxyState(reserved: reserved, port: port, upstream: upstream))
    } catch {
      close(ends[0])
      close(ends[1])
      throw error
    }
  }

  deinit {
    close(wakeRead)
    close(wakeWrite)
  }

  var counts: FaultProxy.Counts { state.withLock { $0.counts } }

  func change<E: Error>(_ body: (inout ProxyState) throws(E) -> Void) throws(E) {
    try state.withLock { state throws(E) in try body(&state) }
    wake()
  }

  func stop() {
    change { $0.stop() }
  }

  func run() {
    while true {
      var watched: [Watched] = []
      var polled: [pollfd] = []
      let (isStopped, wait) = state.withLock { state in
        ProxyLoop.watch(&state, &watched, &polled, wakeRead)
        return (state.isStopped, ProxyLoop.wait(state))
      }
      if isStopped { return }
      pause(&polled, atMost: wait)
      state.withLock { advance(&$0, watched, polled) }
    }
  }

  private func wake() {
    var byte: UInt8 = 0
    // A full pipe wakes the thread as well.
    _ = write(wakeWrite, &byte, 1)
  }

  private static func watch(
    _ state: inout ProxyState, _ watched: inout [Watched], _ polled: inout [pollfd],
    _ wakeRead: Int32
  ) {
    func add(_ what: Watched, _ descriptor: Int32, _ events: Int32) {
      watched.append(what)
      polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    add(.wake, wakeRead, Int32(POLLIN))
    if let listener = state.listener { add(.listener, listener.descriptor, Int32(POLLIN)) }
    for (number, connection) in state.connections {
      switch connection.stage {
      case .connecting where !connection.server.isUnix:
        add(.destination(number), connection.server.descriptor, Int32(POLLOUT))
      case .forwarding:
        for direction in FaultProxy.Direction.allCases
        where !state.isHeld(direction, on: connection) {
          let pipe = connection[direction]
          if pipe.canRead {
            add(
              .source(number, direction), connection.source(direction).descriptor, Int32(POLLIN))
          }
          if pipe.isBlocked {
            let destination = connection.destination(direction)
            add(.destination(number), destination.descriptor, Int32(POLLOUT))
          }
        }
      case .connecting, .ending, .closed: break
      }
    }
  }

  /// How long there is nothing to do but what sockets report; `nil` for ever.
  private static func wait(_ state: ProxyState) -> Duration? {
    var wait: Duration?
    for connection in state.connections.values {
      switch connection.stage {
      case .connecting where connection.server.isUnix, .ending:
        // Nothing reports when a full queue has room or a peer has what was sent.
        wait = min(wait ?? .milliseconds(1), .milliseconds(1))
      case .forwarding:
        for direction in FaultProxy.Direction.allCases
        where !state.isHeld(direction, on: connection) {
          let pipe = connection[direction]
          guard !pipe.isBlocked, let due = pipe.due else { continue }
          let left = max(.zero, ContinuousClock.now.duration(to: due))
          wait = min(wait ?? left, left)
        }
      case .connecting, .closed: break
      }
    }
    return wait
  }

  /// `poll` counts in milliseconds, a delay does not: what is left of one is waited for by `pselect`.
  private func pause(_ polled: inout [pollfd], atMost wait: Duration?) {
    let milliseconds = wait.map { Int32(clamping: Int64($0 / .milliseconds(1))) } ?? -1
    if milliseconds == 0, let wait, wait > .zero { ProxyLoop.nap(polled, atMost: wait) }
    _ = poll(&polled, nfds_t(polled.count), milliseconds)
  }

  /// Waits less than a millisecond, or until a socket is ready.
  private static func nap(_ polled: [pollfd], atMost wait: Duration) {
    var readers = fd_set()
    var writers = fd_set()
    var limit = 0
    for entry in polled {
      let number = Int(entry.fd)
      guard number < 8 * MemoryLayout<fd_set>.size else {
        // `pselect` cannot see this one, so it must not be waited for long.
        var step = timespec(tv_sec: 0, tv_nsec: 100_000)
        nanosleep(&step, nil)
        return
      }
      limit = max(limit, number + 1)
      if entry.events & Int16(POLLIN) != 0 { insert(number, into: &readers) }
      if entry.events & Int16(POLLOUT) != 0 { insert(number, into: &writers) }
    }
    var time = timespec(tv_sec: 0, tv_nsec: Int(wait / .nanoseconds(1)))
    _ = pselect(Int32(limit), &readers, &writers, nil, &time, nil)
  }

  /// `FD_SET`, which is a macro. Its words are those of a little-endian machine.
  private static func insert(_ number: Int, into set: inout fd_set) {
    withUnsafeMutableBytes(of: &set) { $0[number / 8] |= 1 << UInt8(number % 8) }
  }

  private func advance(_ state: inout ProxyState, _ watched: [Watched], _ polled: [pollfd]) {
    var touched: [Int: Set<FaultProxy.Direction>] = [:]
    for (what, result) in zip(watched, polled) where result.revents != 0 {
      switch what {
      case .wake:
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeRead, &bytes, bytes.count) > 0 {}
      case .listener: state.acceptClients()
      case .source(let number, let direction): touched[number, default: []].insert(direction)
      case .destination(let number): touched[number, default: []].formUnion([])
      }
    }
    // Those that were not reported may have something due.
    for number in Array(state.connections.keys) {
      state.advance(number, readable: touched[number] ?? [])
    }
  }
}
