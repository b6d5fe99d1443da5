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
  ///
  /// - Parameter stream: Where it stands.
  package func archived(in stream: StreamName, of account: AccountID) -> JournalRow {
    var row = self
    row.erase()
    row.dueAt = nil
    let subject = Position(account: account, stream: stream, version: subject)
    row.cause = isAnswer ? row.cause?.kept(actingOn: subject) : nil
    if event == .reserve || event == .increase { row.draws = [] }
    row.hold?.pins = []
    return row
  }
}

extension PreparedCommand {
  fileprivate func kept(actingOn subject: Position) -> PreparedCommand {
    var command = command
    command.action = command.action.naming(ReservationID(subject))
    return PreparedCommand(
      restoring: command, key: key, fingerprint: fingerprint, accountID: accountID, group: nil)
  }
}

extension Command.Action {
  /// The action with its reservation named by id, where it has one.
  fileprivate func naming(_ id: ReservationID) -> Command.Action {
    switch self {
    case .increase(var action):
      action.reservation = .id(id)
      return .increase(action)
    case .extend(var action):
      action.reservation = .id(id)
      return .extend(action)
    case .report(var action):
      action.reservation = .id(id)
      return .report(action)
    case .settle(var action):
      action.reservation = .id(id)
      return .settle(action)
    case .release(var action):
      action.reservation = .id(id)
      return .release(action)
    case .credit, .debit, .transfer, .reserve, .reverse, .recordUsage, .reverseUsage,
      .setOverdraftLimit, .voidLot, .updateLot:
      return self
    }
  }
}
