internal import Holdfast

/// How one try of a transaction failed.
enum AttemptFailure: Error {
  /// Another transaction was faster; nothing happened.
  case raced
  /// Nothing happened, and the same may work soon.
  case toBeRepeated(PostgresError)
  /// Another session held a row for too long; nothing happened.
  case blocked(PostgresError)
  /// COMMIT was sent and not answered.
  case lostAtCommit(PostgresError)
  /// The server does not accept a statement, perhaps because of one call's data; nothing happened.
  case refused(PostgresError)
  /// Nothing happened, and it will not work soon, whatever the calls are.
  case hopeless(PostgresError)
  /// A stored row cannot be read, perhaps one that a single call needs; nothing happened.
  case corrupt

  /// What callers get when it is not tried again and nothing can have happened.
  var ledgerError: LedgerError {
    switch self {
    case .raced: StoreError.unavailable(nil)
    case .toBeRepeated(let error), .blocked(let error), .lostAtCommit(let error),
      .refused(let error), .hopeless(let error):
      StoreError.unavailable(error)
    case .corrupt: StoreError.corrupt
    }
  }

  var isHopeless: Bool {
    if case .hopeless = self { true } else { false }
  }

  /// Whether there is no sense in trying the same again.
  var isFinal: Bool {
    switch self {
    case .refused, .hopeless, .corrupt: true
    case .raced, .toBeRepeated, .blocked, .lostAtCommit: false
    }
  }
}
