/// The connection of a thread, made when it is needed and made again when it was lost.
struct Session {
  private let options: ConnectionOptions
  private var open: PostgresConnection?

  init(_ options: ConnectionOptions) {
    self.options = options
  }

  mutating func connection(until end: Deadline) throws(PostgresError) -> PostgresConnection {
    if let open, !open.isBroken { return open }
    let connection = try PostgresConnection(
      options, deadline: min(end, .after(microseconds: Session.connectWithin)))
    open = connection
    return connection
  }

  /// The connection as it is; `nil` where there is none or it was lost.
  var present: PostgresConnection? {
    guard let open, !open.isBroken else { return nil }
    return open
  }

  /// Long enough for a server far away, short enough to try another time.
  private static let connectWithin: Int64 = 5_000_000
  private static let rollbackWithin: Int64 = 5_000_000

  /// Ends what is open of a transaction, with the connection if need be.
  mutating func rollback() {
    guard let connection = open else { return }
    do {
      try connection.rollback(deadline: .after(microseconds: Session.rollbackWithin))
    } catch {
      close()
    }
  }

  mutating func close() {
    open?.close()
    open = nil
  }
}
