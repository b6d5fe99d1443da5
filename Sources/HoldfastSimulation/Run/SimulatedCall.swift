internal import Holdfast
internal import HoldfastTesting

/// A call and what came back, if something did.
struct SimulatedCall: Sendable {
  let caller: Int
  let submission: Submission
  /// In the world's time.
  let began: Int64
  /// `nil` where the process died before.
  var ended: Int64?
  var result: Result<[CommandResult], LedgerError>?

  var error: LedgerError? {
    if case .failure(let error) = result { error } else { nil }
  }

  var results: [CommandResult]? {
    if case .success(let results) = result { results } else { nil }
  }

  /// Whether nothing says what became of it.
  var isUnknown: Bool { result == nil || error?.effect == .unknown }

  /// Whether the answer says nothing about the ledger, so that a caller asks again.
  var isToBeRepeated: Bool {
    switch error?.code {
    case .overloaded, .unavailable, .outcomeUnknown, .cancelled: true
    default: false
    }
  }

  /// Whether the server refuses the call's data.
  var isPoisonous: Bool {
    guard case .command(let command) = submission, case .credit(let credit) = command.action else {
      return false
    }
    return credit.details.description?.string == CallScript.poison
  }

  /// The rows that its results name.
  static func positions(in results: [CommandResult]) -> [Position] {
    results.flatMap { result -> [Position?] in
      switch result.outcome {
      case .credit(let credit): [credit.entryId.position]
      case .debit(let debit): [debit.entryId.position]
      case .transfer(let transfer): [transfer.entryId.position, transfer.toEntryId.position]
      case .settle(let settle): [settle.entryId.position]
      default: []
      }
    }.compactMap(\.self)
  }
}
