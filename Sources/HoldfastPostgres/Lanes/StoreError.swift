internal import Holdfast

/// How failures of the database are told to callers.
enum StoreError {
  /// Nothing happened. The detail is the SQLSTATE, where there is one.
  static func unavailable(_ error: PostgresError?) -> LedgerError {
    var unavailable = LedgerError(.unavailable, "the database cannot do it now")
    switch error?.kind {
    case .cannotConnect(let failure): unavailable.detail = "connect_\(failure)"
    case .connectionLost: unavailable.detail = "connection_lost"
    case .timedOut: unavailable.detail = "timed_out"
    case .refused(let state): unavailable.detail = "sqlstate_\(state.code)"
    case nil: unavailable.detail = "contention"
    }
    return unavailable
  }

  static let unknown = LedgerError(
    .outcomeUnknown, "the commit was sent, and the database did not say what became of it")

  /// Another session held a row for as long as there was patience.
  static var locked: LedgerError { unavailable(PostgresError(.refused(.lockNotAvailable))) }

  static let overloaded = LedgerError(.overloaded, "too many calls are waiting")

  static let corrupt: LedgerError = {
    var error = LedgerError(.schemaMismatch, "a stored row cannot be read")
    error.detail = "corrupt_row"
    return error
  }()

  static let closed: LedgerError = {
    var error = LedgerError(.unavailable, "the store was closed")
    error.detail = "closed"
    return error
  }()

  static let cancelled = LedgerError(
    .cancelled, "the task was cancelled before anything was sent")
}
