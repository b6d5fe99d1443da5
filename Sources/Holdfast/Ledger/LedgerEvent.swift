/// What an observer is told. It carries nothing of the customer's: no tenant, account, key or
/// amount.
public enum LedgerEvent: Hashable, Sendable {
  /// A command was answered. Each member of a list is told, with the time of the whole list; a
  /// group is one command, `atomic`.
  ///
  /// - `code`: Why it was refused or not answered; `nil` when it was applied. The refusal of a
  ///   `recordUsage`, which is an answer, is told with its code, too.
  /// - `duration`: From the call to its answer.
  /// - `duplicate`: Whether it had been applied before under its key.
  case commandFinished(
    CommandName, code: LedgerError.Code?, duration: Duration, duplicate: Bool)
  /// A command of a metered hold is asked again under its key; `attempt` is 2, 3, ….
  case retry(CommandName, after: LedgerError.Code, attempt: Int)
  /// A command was sent and no answer came. Asking again under its key resolves it.
  case outcomeUnknown(CommandName)
}
