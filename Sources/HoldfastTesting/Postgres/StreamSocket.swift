#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A stream socket that never blocks. Whoever holds it closes it, once.
struct StreamSocket: Hashable, Sendable {
  enum Received {
    case bytes(Int)
    case nothingYet
    case end
    case failed
  }

  let descriptor: Int32
  /// Unix sockets know no reset, and count as unsent what the peer has not read.
  let isUnix: Bool

  #if canImport(Glibc)
    static var streamType: Int32 { Int32(SOCK_STREAM.rawValue) }
  #else
    static var streamType: Int32 { SOCK_STREAM }
  #endif

  private init(descriptor: Int32, isUnix: Bool) {
    self.descriptor = descriptor
    self.isUnix = isUnix
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard !isUnix else { return }
    set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
  }

  /// Has a port of 127.0.0.1, and does not listen; the port stays taken, so that it can listen, and
  /// cease to, through other sockets. Port 0 means any that is free.
  static func bound(toPort port: UInt16) throws(FaultProxyError) -> StreamSocket {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw FaultProxyError("socket", code: errno) }
    let bound = StreamSocket(descriptor: descriptor, isUnix: false)
    bound.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
    #if canImport(Darwin)
      bound.set(SOL_SOCKET, SO_REUSEPORT, Int32(1))
    #endif
    let status = SocketAddress(loopbackPort: port).withPointer { bind(descriptor, $0, $1) }
    guard status == 0 else {
      let code = errno
      bound.close()
      throw FaultProxyError("bind", code: code)
    }
    return bound
  }

  static func listening(onPort port: UInt16) throws(FaultProxyError) -> StreamSocket {
    let listener = try bound(toPort: port)
    guard listen(listener.descriptor, 1024) == 0 else {
      let code = errno
      listener.close()
      throw FaultProxyError("listen", code: code)
    }
    return listener
  }

  static func unconnected(for address: SocketAddress) throws(FaultProxyError) -> StreamSocket {
    let descriptor = socket(address.family, streamType, 0)
    guard descriptor >= 0 else { throw FaultProxyError("socket", code: errno) }
    return StreamSocket(descriptor: descriptor, isUnix: address.isUnix)
  }

  var boundPort: UInt16 {
    get throws(FaultProxyError) {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(descriptor, $0, &length)
        }
      }
      guard status == 0 else { throw FaultProxyError("getsockname", code: errno) }
      return UInt16(bigEndian: address.sin_port)
    }
  }

  /// The next client, or `nil` when none waits.
  func accepted() -> StreamSocket? {
    let client = accept(descriptor, nil, nil)
    return client < 0 ? nil : StreamSocket(descriptor: client, isUnix: false)
  }

  /// Begins to connect, or tells how that goes. `nil` while it goes on.
  func connects(to address: SocketAddress) -> Bool? {
    let status = address.withPointer { connect(descriptor, $0, $1) }
    if status == 0 { return true }
    switch errno {
    case EISCONN: return true
    case EINPROGRESS, EALREADY, EAGAIN, EINTR: return nil
    default: return false
    }
  }

  func receive(into buffer: inout [UInt8]) -> Received {
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothingYet : .failed
  }

  /// How many bytes the system took; `nil` when the connection is gone.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { raw in
      #if canImport(Glibc)
        Glibc.send(descriptor, raw.baseAddress, raw.count, flags)
      #elseif canImport(Musl)
        Musl.send(descriptor, raw.baseAddress, raw.count, flags)
      #else
        Darwin.send(descriptor, raw.baseAddress, raw.count, flags)
      #endif
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// Whether all that was sent has reached the peer's system, where a reset cannot overtake it.
  var hasDelivered: Bool {
    guard !isUnix else { return true }
    var waiting: Int32 = 0
    #if canImport(Darwin)
      var size = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &waiting, &size) != 0 || waiting == 0
    #else
      return ioctl(descriptor, UInt(TIOCOUTQ), &waiting) != 0 || waiting == 0
    #endif
  }

  /// Refuses clients at once, also while another thread polls the socket and so keeps it alive.
  func endListening() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
    close()
  }

  func endSending() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  func end(_ ending: FaultProxy.Ending) {
    switch ending {
    case .reset:
      set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    case .close:
      // Closing with bytes unread would be a reset.
      var rest = [UInt8](repeating: 0, count: 65_536)
      while case .bytes = receive(into: &rest) {}
      _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
    close()
  }

  func close() {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  private func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) {
    withUnsafeBytes(of: value) {
      _ = setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
    }
  }
}
