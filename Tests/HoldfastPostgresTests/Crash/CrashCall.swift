import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// A call and what came back.
struct CrashCall: Sendable {
  let caller: Int
  let number: Int
  let submission: Submission
  /// On the monotonic clock, in microseconds.
  let began: Int64
  let ended: Int64
  let result: Result<[CommandResult], LedgerError>

  init(
    _ submission: Submission, caller: Int, number: Int, to store: any LedgerStore
  ) async {
    self.submission = submission
    self.caller = caller
    self.number = number
    began = Deadline.now
    do throws(LedgerError) {
      result = .success(try await submission.send(to: store))
    } catch {
      result = .failure(error)
    }
    ended = Deadline.now
  }

  var waited: Int64 { ended - began }

  var error: LedgerError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// Whether it says nothing about the ledger: the store could not answer.
  var isUnanswered: Bool {
    switch error?.code {
    case .overloaded, .unavailable, .deadlineExceeded, .cancelled, .outcomeUnknown: true
    default: false
    }
  }

  /// Whether it had an effect, as far as it was told.
  var isApplied: Bool { error == nil }

  /// Whether the answer is one that this workload can lead to, by SEMANTICS §7.
  var isAllowed: Bool {
    switch error?.code {
    case nil, .reservationNotFound, .reservationClosed, .insufficientBalance, .overloaded,
      .unavailable, .deadlineExceeded, .cancelled, .outcomeUnknown:
      true
    default: false
    }
  }

  /// The rows that its results name.
  var positions: [Position] {
    guard case .success(let results) = result else { return [] }
    return results.flatMap { result -> [Position?] in
      switch result.outcome {
      case .credit(let credit): [credit.entryId.position]
      case .debit(let debit): [debit.entryId.position]
      case .transfer(let transfer): [transfer.entryId.position, transfer.toEntryId.position]
      case .reservation(let reservation): [reservation.reservationId.position]
      case .settle(let settle): [settle.entryId.position]
      default: []
      }
    }.compactMap(\.self)
  }
}
