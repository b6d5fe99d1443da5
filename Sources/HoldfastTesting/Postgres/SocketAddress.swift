#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of a `sockaddr`, and its family.
struct SocketAddress: Sendable {
  let family: Int32
  private let bytes: [UInt8]

  var isUnix: Bool { family == AF_UNIX }

  init(_ upstream: FaultProxy.Upstream) throws(FaultProxyError) {
    switch upstream {
    case .tcp(let host, let port): try self.init(host: host, port: port)
    case .unixSocket(let path): try self.init(path: path)
    }
  }

  /// 127.0.0.1.
  init(loopbackPort port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    family = AF_INET
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  private init(host: String, port: UInt16) throws(FaultProxyError) {
    var hints = addrinfo()
    hints.ai_socktype = StreamSocket.streamType
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0, let first = list?.pointee else {
      throw FaultProxyError("getaddrinfo", code: code)
    }
    defer { freeaddrinfo(list) }
    family = first.ai_family
    bytes = Array(UnsafeRawBufferPointer(start: first.ai_addr, count: Int(first.ai_addrlen)))
  }

  private init(path: String) throws(FaultProxyError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < min(room, 104), !path.utf8.contains(0) else {
      throw FaultProxyError("connect", code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    family = AF_UNIX
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  func withPointer<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { preconditionFailure("an address has bytes") }
      return body(base.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
  }
}
