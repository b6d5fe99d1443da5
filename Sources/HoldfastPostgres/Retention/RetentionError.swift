package import Holdfast

/// Why an account was not erased, or not to the end. What was done by then stays; the same again does
/// the rest.
package enum RetentionError: Error, Hashable, Sendable {
  /// The database could not be reached, or refused a statement.
  case store(PostgresError)
  /// A stored row cannot be read.
  case corrupt
  /// The schema is not one that this release works on.
  case schemaMismatch(LedgerError)
  /// There is no such account in the tenant.
  case accountNotFound
}

extension RetentionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .store(let error): error.toldToAnOwner
    case .corrupt: "a stored row cannot be read"
    case .schemaMismatch(let error): error.message
    case .accountNotFound: "there is no such account in this tenant"
    }
  }
}
