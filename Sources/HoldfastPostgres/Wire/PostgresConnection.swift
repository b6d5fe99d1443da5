internal import CLibPQ

/// One connection to PostgreSQL, for the thread that made it and no other.
///
/// Open → broken. A connection breaks when the server or the network ends it, when a deadline passes
/// while a statement runs, or by `close()`; a broken one never recovers, make another.
///
/// A write to a closed socket raises no SIGPIPE: libpq prevents it for its own sockets.
package final class PostgresConnection {
  /// libpq's connection, non-blocking and in pipeline mode; `nil` once broken.
  private(set) var raw: OpaquePointer?
  /// Whether statements are still prepared and named; see `ConnectionOptions.Statements`.
  package internal(set) var statements: ConnectionOptions.Statements
  /// As the options have it.
  package let answerWithin: Int64
  /// The names that the server has on this connection.
  var prepared: Set<String> = []
  var parameterBuffer = ParameterBuffer()
  /// What was sent ahead of the next run.
  var ahead = PipelineRun()

  /// Connects, over all hosts the options name, until the deadline.
  ///
  /// Looking up a host name blocks outside the deadline. Errors: `cannotConnect`.
  package init(_ options: ConnectionOptions, deadline: Deadline) throws(PostgresError) {
    raw = try Self.connect(options, deadline: deadline)
    answerWithin = options.answerWithin
    statements = options.statements
  }

  deinit {
    close()
  }

  package var isBroken: Bool { raw == nil }

  /// The server's version as libpq counts: 150018 is 15.18; 0 once broken.
  package var serverVersion: Int {
    raw.map { Int(PQserverVersion($0)) } ?? 0
  }

  /// The server process at the other end, as `pg_stat_activity` knows it; 0 once broken.
  package var backendProcess: Int32 {
    raw.map { PQbackendPID($0) } ?? 0
  }

  /// The host, a path for a unix socket, and the port that libpq connected to; empty once broken.
  package var peer: (host: String, port: String) {
    func text(_ value: UnsafeMutablePointer<CChar>?) -> String {
      value.map { String(cString: $0) } ?? ""
    }
    return raw.map { (text(PQhost($0)), text(PQport($0))) } ?? ("", "")
  }

  package var transactionStatus: TransactionStatus {
    guard let raw else { return .unknown }
    switch PQtransactionStatus(raw) {
    case PQTRANS_IDLE: return .idle
    case PQTRANS_INTRANS: return .open
    case PQTRANS_INERROR: return .failed
    default: return .unknown
    }
  }

  /// Something another thread can interrupt the running statement with; `nil` once broken.
  package func cancelRequest() -> CancelRequest? {
    guard let raw, let request = PQgetCancel(raw) else { return nil }
    return CancelRequest(request)
  }

  /// Ends the open transaction, if there is one, without its effects. Errors: as `run`.
  package func rollback(deadline: Deadline) throws(PostgresError) {
    guard transactionStatus != .idle else { return }
    _ = try run([Statement(.rollback)], deadline: deadline)
  }

  /// Ends the connection; the server undoes what is not committed. Harmless when repeated.
  package func close() {
    guard let raw else { return }
    self.raw = nil
    prepared.removeAll()
    ahead = PipelineRun()
    PQfinish(raw)
  }

  /// Ends it while a statement may still run, after trying to stop that.
  func abandon() {
    // Long enough for a server that is merely busy, short enough for one that hangs.
    cancelRequest()?.send(waitingMilliseconds: 200)
    close()
  }
}
