extension FaultProxy {
  /// Where the server is.
  public enum Upstream: Hashable, Sendable {
    /// A host name or an address, resolved once.
    case tcp(host: String, port: UInt16)
    /// The path of a stream socket, at most 103 bytes.
    case unixSocket(path: String)
  }

  /// Which way bytes go.
  public enum Direction: Hashable, Sendable, CaseIterable {
    case toServer
    case toClient
  }

  /// How a connection is ended, to both sides.
  public enum Ending: Hashable, Sendable {
    /// An orderly end of the stream: FIN.
    case close
    /// The peer sees an error: RST. A unix socket knows none; there it is `close`.
    case reset
  }

  /// Which connection a fault is meant for.
  public enum Target: Hashable, Sendable {
    /// The first connection that the fault can strike; then it is spent.
    case any
    /// Every connection, once each.
    case every
    /// The connection with this number, the first accepted being 1; then it is spent.
    case number(Int)
  }

  /// What goes wrong.
  public enum Fault: Hashable, Sendable {
    /// Exactly `after` bytes pass in the direction, then the connection ends. With 0 it ends when
    /// the first byte comes. A reset waits until the peer's system has what passed.
    case cut(after: Int, Direction, Ending = .reset)
    /// Exactly `after` bytes pass in the direction, then no more until `resume()`.
    case hold(after: Int, Direction)
    /// A new connection is accepted and reset at once.
    case refuse
  }

  /// How much has passed, since the proxy began.
  public struct Counts: Hashable, Sendable {
    /// Clients that were accepted, those that a fault refused included.
    public internal(set) var connections = 0
    /// Connections that have not ended.
    public internal(set) var openConnections = 0
    /// Bytes handed on to the server's socket.
    public internal(set) var bytesToServer = 0
    /// Bytes handed on to the client's socket.
    public internal(set) var bytesToClient = 0
  }
}
