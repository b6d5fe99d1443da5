import Foundation
import Glibc
import Synchronization

/// Sends back what it receives, a thread a connection, and closes when the client does.
final class EchoServer: Sendable {
  private let listener: Int32
  private let connections = Atomic(0)
  let port: UInt16

  /// How many clients it was reached by.
  var connectionCount: Int { connections.load(ordering: .acquiring) }

  /// Listens on a port of 127.0.0.1, or on a unix socket at `path`.
  init(path: String? = nil) throws {
    let descriptor = socket(path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    listener = descriptor
    if let path {
      port = 0
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      try bindAndListen(descriptor, address)
    } else {
      try bindAndListen(descriptor, loopback(0))
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = getsockname(descriptor, $0, &length)
        }
      }
      port = UInt16(bigEndian: address.sin_port)
    }
    Thread.detachNewThread { [weak self, listener] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        self?.connections.add(1, ordering: .releasing)
        Thread.detachNewThread { echo(client) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

private func echo(_ client: Int32) {
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
    var sent = 0
    while sent < count {
      let written = buffer[sent..<count].withUnsafeBytes {
        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard written > 0 else { break }
      sent += written
    }
  }
  close(client)
}

private func bindAndListen<Address>(_ descriptor: Int32, _ address: Address) throws {
  let status = withSockaddr(address) { bind(descriptor, $0, $1) }
  guard status == 0, listen(descriptor, 1024) == 0 else {
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL)
  }
}

func loopback(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return address
}

func withSockaddr<Address, R>(
  _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
) -> R {
  withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<Address>.size))
    }
  }
}
