package import Holdfast

/// Why a migration stopped. What it had done by then stays, each step whole.
package enum MigrationError: Error, Hashable, Sendable {
  /// The database could not be reached, or refused a statement.
  case store(PostgresError)
  /// The file was changed after it was applied here.
  case changed(number: Int32, name: String)
  /// A migration was applied although one before it was not.
  case incomplete(missing: Int32)
  /// Rows stand in other slots than those asked for.
  case slotsFixed(installed: Int16, asked: Int16)
  /// The schema is too new for this release.
  case schemaMismatch(LedgerError)
  case roleNotFound(SQLName)
  /// The role may act as the owner, so that nothing it is granted or denied has a meaning.
  case roleIsOwner(SQLName)
  /// One role is to be both.
  case rolesNotApart(SQLName)
  /// Somebody else owns the ledger.
  case notOwner(SchemaName)
}

extension MigrationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .store(let error): MigrationError.sentence(error)
    case .changed(let number, let name):
      "migration \(number) (\(name)) is not what was applied to this schema: its checksum differs"
    case .incomplete(let missing):
      "migration \(missing) is not recorded in this schema, but a later one is"
    case .slotsFixed(let installed, let asked):
      "the schema has \(installed) slots for good; \(asked) were asked for"
    case .schemaMismatch(let error): error.message
    case .roleNotFound(let role): "there is no role \(role.quoted)"
    case .roleIsOwner(let role):
      "role \(role.quoted) may act as the owner of the schema: grants cannot bind it"
    case .rolesNotApart(let role): "role \(role.quoted) is named for two purposes"
    case .notOwner(let schema):
      "the ledger in schema \(schema.quoted) has another owner: connect as that role, or name it"
    }
  }

  private static func sentence(_ error: PostgresError) -> String {
    switch error.sqlState {
    case .insufficientPrivilege?: "the role may not do this (SQLSTATE 42501)"
    case .lockNotAvailable?:
      "a lock was not to be had in time, however often it was tried (SQLSTATE 55P03)"
    case .duplicateTable?:
      "the schema has a table of the same name that is not the ledger's (SQLSTATE 42P07)"
    default:
      error.description + (error.connectMessage.map { ": \($0.onOneLine)" } ?? "")
    }
  }
}

extension String {
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
