/// The connection of a thread, made when it is needed and made again when it was lost.
struct Session {
  private let options: ConnectionOptions
  private var open: PostgresConnection?
  private var useCount = 0

  init(_ options: ConnectionOptions) {
    self.options = options
  }

  mutating func connection(until end: Deadline) throws(PostgresError) -> PostgresConnection {
    if let open, !open.isBroken {
      try forgetPlans(open)
      return open
    }
    useCount = 0
    let connection = try PostgresConnection(
      options, deadline: min(end, .after(microseconds: Session.connectWithin)))
    open = connection
    return connection
  }

  /// A plan is made for the size that a table has then, and tables grow from nothing: so plans are
  /// forgotten after 2, 4, 8, … uses of the connection, and from 4,096 on after as many again.
  private mutating func forgetPlans(_ connection: PostgresConnection) throws(PostgresError) {
    useCount += 1
    guard useCount > 1, useCount & (useCount - 1) == 0 || useCount.isMultiple(of: 4096) else {
      return
    }
    _ = try connection.run(
      [Statement(TransactionQueries.discardPlans)],
      deadline: .after(microseconds: Session.rollbackWithin))
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
