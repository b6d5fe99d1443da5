/// What stays of a row once it is in an archive: all that commands are answered from and act on, and
/// nothing for people.
extension JournalRow {
  /// Whether a command may still name the row, or be answered from it: it carries a key, closed a
  /// reservation, reversed an entry, can be reversed, opened a lot or counted something.
  package var isKeptWhenArchived: Bool {
    if isAnswer || usage != nil { return true }
    switch event {
    case .lapse, .settlement, .release, .reversal, .usageCharge, .credit, .transferIn,
      .transferPiece, .usage, .usageReversal:
      return true
    case .activation, .debit, .transferOut, .reserve, .increase, .extend, .report, .expiry, .void,
      .lotUpdate, .overdraftLimit:
      return false
    }
  }

  /// The row without texts, without its group, and without what only its command's own rows needed.
  package var archived: JournalRow {
    var row = self
    row.erase()
    row.dueAt = nil
    row.cause = isAnswer ? row.cause?.ungrouped : nil
    if event == .reserve || event == .increase { row.draws = [] }
    row.hold?.pins = []
    return row
  }
}

extension PreparedCommand {
  fileprivate var ungrouped: PreparedCommand {
    PreparedCommand(
      restoring: command, key: key, fingerprint: fingerprint, accountID: accountID, group: nil)
  }
}
