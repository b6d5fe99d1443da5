package import Holdfast

/// Something that is decided in a transaction, together with others.
package enum Work: Sendable {
  case command(PreparedCommand)
  case group(PreparedGroup)
  /// Writes what is due in an account.
  case sweep(AccountID)
}

/// What became of a piece of work.
package enum WorkResult: Sendable {
  case command(Result<CommandResult, LedgerError>)
  case group(Result<[CommandResult], LedgerError>)
  case swept(Result<SweepReport, LedgerError>)
}
