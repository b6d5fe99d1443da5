import Foundation
import Glibc

/// A blocking client of the proxy; a read waits ten seconds at most.
final class EchoClient {
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let status = withSockaddr(loopback(port)) { connect(descriptor, $0, $1) }
    guard status == 0 else { throw EchoClient.failure }
  }

  deinit {
    close(descriptor)
  }

  private static var failure: POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL)
  }

  func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw EchoClient.failure }
      sent += count
    }
  }

  /// `count` bytes, or fewer when the stream ends before.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < count {
      let received = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
      guard received >= 0 else { throw EchoClient.failure }
      if received == 0 { break }
      bytes += buffer[..<received]
    }
    return bytes
  }

  /// Everything until the stream ends, and the error that ended it.
  func readAll() -> (bytes: [UInt8], error: POSIXErrorCode?) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let received = recv(descriptor, &buffer, buffer.count, 0)
      if received < 0 { return (bytes, POSIXErrorCode(rawValue: errno)) }
      if received == 0 { return (bytes, nil) }
      bytes += buffer[..<received]
    }
  }

  func endWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Whether nothing comes for 50 ms.
  var isSilent: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 50) == 0
  }
}
