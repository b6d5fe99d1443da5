/// What became of a command.
package enum Decision: Sendable {
  /// It was applied now.
  case apply(CommandResult)
  /// It had been applied before under its key, or had nothing to do; nothing was changed.
  case replay(CommandResult)
  /// Nothing was changed.
  case refuse(LedgerError)

  package var isEffect: Bool {
    if case .apply = self { true } else { false }
  }

  package var result: Result<CommandResult, LedgerError> {
    switch self {
    case .apply(let result), .replay(let result): .success(result)
    case .refuse(let error): .failure(error)
    }
  }

  /// As a caller sees it outside a group: a refused recordUsage is an answer.
  package func answer(to name: CommandName) -> Result<CommandResult, LedgerError> {
    guard name == .recordUsage, case .refuse(let error) = self, let usage = error.usage else {
      return result
    }
    return .success(
      CommandResult(
        outcome: .recordUsage(usage), duplicate: false, current: CurrentFigures(available: nil)))
  }
}
