/// What went wrong between us and PostgreSQL, told by SQLSTATE.
///
/// Nothing in it comes from a statement's text, its parameters or its rows.
package struct PostgresError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// No connection came about; nothing was sent.
    case cannotConnect(ConnectFailure)
    /// The connection ended; what was in flight may or may not have happened.
    case connectionLost
    /// The deadline passed. Without an index nothing had been sent and the connection is still good;
    /// otherwise it was closed, and what was in flight may or may not have happened.
    case timedOut
    /// The server refused a statement; the connection stays usable after a rollback.
    case refused(SQLState)
  }

  package let kind: Kind
  /// Which of the statements of a run was the first without a good answer. `nil` when none was sent
  /// and for scripts; the number of statements when all were answered but not the end confirmed.
  /// After `timedOut` and `connectionLost` later ones may have been executed all the same, and also
  /// those before may have been undone: the server keeps small answers back until the end.
  package let statementIndex: Int?
  /// What the server said, if it said something; also beside `connectionLost`, when it announced it.
  package let sqlState: SQLState?
  /// Why a connection did not come about, in the words of libpq or the server, for an operator's
  /// eyes; `nil` for every other error, whose words may quote customers' data.
  package let connectMessage: String?

  package init(
    _ kind: Kind, statementIndex: Int? = nil, sqlState: SQLState? = nil,
    connectMessage: String? = nil
  ) {
    self.kind = kind
    self.statementIndex = statementIndex
    self.connectMessage = connectMessage
    if case .refused(let state) = kind {
      self.sqlState = state
    } else {
      self.sqlState = sqlState
    }
  }

  /// Whether sending the same again, on another connection where this one is lost, may succeed though
  /// nobody repaired anything. Whether it may be sent again is for those to know who sent it.
  package var isRetryable: Bool {
    switch kind {
    case .cannotConnect(let failure): failure.isRetryable
    case .connectionLost, .timedOut: true
    case .refused(let state): state.isRetryable
    }
  }
}

extension PostgresError: CustomStringConvertible {
  package var description: String {
    var text =
      switch kind {
      case .cannotConnect(let failure): "cannot connect to PostgreSQL: \(failure)"
      case .connectionLost: "the connection to PostgreSQL was lost"
      case .timedOut: "PostgreSQL did not answer before the deadline"
      case .refused: "PostgreSQL refused a statement"
      }
    if let sqlState { text += ", SQLSTATE \(sqlState.code)" }
    if let statementIndex { text += ", statement \(statementIndex)" }
    return text
  }
}
