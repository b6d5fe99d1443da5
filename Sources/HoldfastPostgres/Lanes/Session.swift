/// The connection of a thread, made when it is needed and made again when it was lost.
struct Session {
  private let host: any Host
  private var open: (any Connection)?

  init(_ host: any Host) {
    self.host = host
  }

  mutating func connection(until end: Deadline) async throws(PostgresError) -> any Connection {
    if let open, !open.isBroken { return open }
    let connection = try await host.connect(
      until: min(end, host.deadline(after: Session.connectWithin)))
    open = connection
    return connection
  }

  /// The connection as it is; `nil` where there is none or it was lost.
  var present: (any Connection)? {
    guard let open, !open.isBroken else { return nil }
    return open
  }

  /// Long enough for a server far away, short enough to try another time.
  private static let connectWithin: Int64 = 5_000_000
  private static let rollbackWithin: Int64 = 5_000_000

  /// Ends what is open of a transaction, with the connection if need be.
  mutating func rollback() async {
    guard let connection = open else { return }
    do throws(PostgresError) {
      try await connection.rollback(deadline: host.deadline(after: Session.rollbackWithin))
    } catch {
      close()
    }
  }

  mutating func close() {
    open?.close()
    open = nil
  }
}
