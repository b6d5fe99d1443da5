/// A result for each command of a list.
public struct ListResults: Sendable {
  private let results: [Result<CommandResult, LedgerError>]
  private let keys: [IdempotencyKey?]

  init(
    _ results: [Result<CommandResult, LedgerError>], of commands: [Command]
  ) throws(LedgerError) {
    guard results.count == commands.count else { throw Ledger.otherAnswer }
    self.results = results
    keys = commands.map(\.key)
  }

  /// The result of a member of this list. A member of another list is an error of the program.
  public subscript<Outcome>(
    _ member: ListMember<Outcome>
  ) -> Result<Answer<Outcome>, LedgerError> {
    results[member.index].flatMap { result in
      member.reading.answer(result, key: keys[member.index]).map(Result.success)
        ?? .failure(Ledger.otherAnswer)
    }
  }

  /// The refusals, each with the index of its command.
  public var refusals: [(index: Int, error: LedgerError)] {
    results.enumerated().compactMap { index, result in
      if case .failure(let error) = result { (index, error) } else { nil }
    }
  }
}

/// The results of a group that was applied.
public struct GroupResults: Sendable {
  private let results: [CommandResult]
  private let keys: [IdempotencyKey]

  init(_ results: [CommandResult], of group: Group) throws(LedgerError) {
    guard results.count == group.commands.count else { throw Ledger.otherAnswer }
    for (command, result) in zip(group.commands, results) {
      guard command.action.isAnswered(by: result.outcome) else { throw Ledger.otherAnswer }
    }
    self.results = results
    keys = group.commands.indices.map(group.memberKey)
  }

  /// The result of a member of this group. A member of another list is an error of the program.
  public subscript<Outcome>(_ member: ListMember<Outcome>) -> Answer<Outcome> {
    let result = results[member.index]
    guard let answer = member.reading.answer(result, key: keys[member.index]) else {
      preconditionFailure("the member is of another list")
    }
    return answer
  }

  /// Whether the group had been applied before under its key.
  public var duplicate: Bool { results.contains(where: \.duplicate) }
}

extension Command.Action {
  /// Whether the outcome is one of this command.
  fileprivate func isAnswered(by outcome: CommandResult.Outcome) -> Bool {
    switch (self, outcome) {
    case (.credit, .credit), (.debit, .debit), (.transfer, .transfer),
      (.reserve, .reservation), (.increase, .reservation), (.extend, .reservation),
      (.report, .report), (.settle, .settle), (.release, .release), (.reverse, .reverse),
      (.recordUsage, .recordUsage), (.reverseUsage, .reverseUsage),
      (.setOverdraftLimit, .setOverdraftLimit), (.voidLot, .lot), (.updateLot, .lot):
      true
    default: false
    }
  }
}
