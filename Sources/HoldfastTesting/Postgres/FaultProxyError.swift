/// The system did not let the proxy have what it needs.
public struct FaultProxyError: Error, Hashable, Sendable {
  /// The system call that failed.
  public let call: String
  /// Its `errno`; for `getaddrinfo` the code that it returned.
  public let code: Int32

  init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}
