/// Why a `LibPQSession` did not do something.
///
/// Nothing in it comes from a statement's text, its parameters or its rows.
public struct SQLSessionError: Error, Hashable, Sendable {
  /// What happened, in kind.
  public enum Kind: Hashable, Sendable {
    /// No connection came about; nothing was sent.
    case cannotConnect
    /// The connection ended, and with it the transaction. Where COMMIT was sent, its outcome is
    /// unknown.
    case connectionLost
    /// No answer came in time; the connection was closed. Where COMMIT was sent, its outcome is
    /// unknown.
    case timedOut
    /// The server refused a statement. The transaction can only be rolled back.
    case refused
    /// COMMIT was asked for after a statement had failed: everything was rolled back.
    case rolledBack
    /// There is no open transaction, or, for `begin`, there is one.
    case outOfTurn
    /// The session was closed.
    case closed
  }

  /// What happened.
  public let kind: Kind
  /// The server's SQLSTATE, if it said one.
  public let sqlState: String?

  package init(kind: Kind, sqlState: String? = nil) {
    self.kind = kind
    self.sqlState = sqlState
  }

  init(_ kind: Kind) {
    self.init(kind: kind)
  }

  init(_ error: PostgresError) {
    sqlState = error.sqlState?.code
    kind =
      switch error.kind {
      case .cannotConnect: .cannotConnect
      case .connectionLost: .connectionLost
      case .timedOut: .timedOut
      case .refused: .refused
      }
  }
}
