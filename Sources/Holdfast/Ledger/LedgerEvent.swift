/// What an observer is told. It carries nothing of the customer's: no tenant, account, key or
/// amount.
///
/// Give the ledger and its store the same observer. Each event is told by one of them only.
public enum LedgerEvent: Hashable, Sendable {
  // What a ledger tells.

  /// A command was answered. Each member of a list is told, with the time of the whole list; a
  /// group is one command, `atomic`.
  ///
  /// - `code`: Why it was refused or not answered; `nil` when it was applied. The refusal of a
  ///   `recordUsage`, which is an answer, is told with its code, too.
  /// - `duration`: From the call to its answer.
  /// - `duplicate`: Whether it had been applied before under its key.
  case commandFinished(
    CommandName, code: LedgerError.Code?, duration: Duration, duplicate: Bool)
  /// A list was answered, or not; its commands are told after it.
  case list(commands: Int)
  /// A command of a metered hold is asked again under its key; `attempt` is 2, 3, ….
  case retry(CommandName, after: LedgerError.Code, attempt: Int)
  /// A command was sent and no answer came. Asking again under its key resolves it.
  case outcomeUnknown(CommandName)
  /// A command or a sweep was refused because the store's clock had stepped: `unavailable` with the
  /// detail `clock_step`.
  case refusedForClockStep

  // What either tells.

  /// A sweep ended, and wrote this. It is told by whoever began it: the ledger when its
  /// administration was asked to sweep, a store when it sweeps by itself.
  case sweep(SweepReport)

  // What a store tells.

  /// A transaction ended, by which a store answered commands that had come in together.
  case batch(BatchFigures)
  /// A store noticed that its clock had been set, by this much; forward is positive. Each step is
  /// told once.
  case clockStep(microseconds: Int64)
}
