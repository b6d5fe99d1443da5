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

  package static let uniqueViolation = SQLState("23505")
  package static let serializationFailure = SQLState("40001")
  package static let deadlockDetected = SQLState("40P01")
  package static let unknownStatementName = SQLState("26000")
}
