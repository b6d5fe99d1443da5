internal import Holdfast

/// Why a read has no answer.
enum ReadFailure: Error {
  case database(PostgresError)
  /// Another transaction made something meanwhile; to be read again.
  case raced
  case corrupt(CorruptRow)
  /// The answer is a refusal.
  case refused(LedgerError)

  var isRetryable: Bool {
    switch self {
    case .database(let error): error.isRetryable
    case .raced: true
    case .corrupt, .refused: false
    }
  }

  var ledgerError: LedgerError {
    switch self {
    case .database(let error): StoreError.unavailable(error)
    case .raced: StoreError.unavailable(nil)
    case .corrupt: StoreError.corrupt
    case .refused(let error): error
    }
  }
}

extension ReadFailure {
  init(_ failure: BatchFailure) {
    switch failure {
    case .raced: self = .raced
    case .corrupt(let row): self = .corrupt(row)
    }
  }
}
