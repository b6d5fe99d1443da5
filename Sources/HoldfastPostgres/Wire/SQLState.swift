/// The five-character code by which PostgreSQL classifies an error.
///
/// Errors are told apart by it alone: messages are translated, and constraint names differ between
/// servers. Codes: PostgreSQL documentation, appendix A.
package struct SQLState: Hashable, Sendable {
  package let code: String

  package init(_ code: String) {
    self.code = code
  }

  /// The first two characters, which name the class of errors.
  package var errorClass: Substring { code.prefix(2) }

  package static let featureNotSupported = SQLState("0A000")
  package static let numericValueOutOfRange = SQLState("22003")
  package static let readOnlyTransaction = SQLState("25006")
  package static let uniqueViolation = SQLState("23505")
  package static let unknownStatementName = SQLState("26000")
  package static let unknownDatabase = SQLState("3D000")
  package static let serializationFailure = SQLState("40001")
  package static let deadlockDetected = SQLState("40P01")
  package static let duplicateStatementName = SQLState("42P05")
  package static let tooManyConnections = SQLState("53300")
  package static let lockNotAvailable = SQLState("55P03")
  package static let queryCanceled = SQLState("57014")
  package static let cannotConnectNow = SQLState("57P03")
}

extension SQLState {
  /// Whether the same transaction, sent again, may succeed though nobody repaired anything.
  ///
  /// True of transactions the server gave up in favour of others (class 40), of what it has too
  /// little of (53), of what an operator did or a limit of time (57), of failing disks (58), of a
  /// lost link between servers (08), of locks not obtained, of a server that is read-only until it is
  /// promoted, and of prepared statements that a pooler left on another connection.
  var isRetryable: Bool {
    switch errorClass {
    case "08", "40", "53", "57", "58":
      true
    default:
      self == .lockNotAvailable || self == .readOnlyTransaction || namesLostStatement
    }
  }

  /// Whether what the statement was given may be the reason, rather than the statement or the state
  /// that the database is in.
  var mayComeFromData: Bool {
    switch errorClass {
    case "21", "22", "23", "44", "54", "P0", "XX": true
    default: false
    }
  }

  /// Whether a pooler changed the server connection under the names of prepared statements.
  var namesLostStatement: Bool {
    self == .unknownStatementName || self == .duplicateStatementName
  }
}
