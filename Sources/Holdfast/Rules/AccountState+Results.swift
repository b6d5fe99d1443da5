/// Answers, made from the row that a command was answered from. A replay makes the same again.
extension AccountState {
  func result(of reference: RowReference, duplicate: Bool) -> CommandResult {
    guard let row = row(reference) else {
      preconditionFailure("an answer needs its row")
    }
    var available: Amount?
    if case .balance(let balance) = reference.stream {
      available = balances[balance].figures.available
    }
    return CommandResult(
      outcome: outcome(of: row, at: position(reference)), duplicate: duplicate,
      current: CurrentFigures(available: available))
  }

  private func outcome(of row: JournalRow, at position: Position) -> CommandResult.Outcome {
    switch row.event {
    case .credit:
      .credit(
        CreditResult(
          entryId: EntryID(position), lotId: LotID(position), balanceAfter: row.balanceAfter))
    case .debit:
      .debit(row.debitResult(position))
    case .transferOut:
      .transfer(
        TransferResult(
          entryId: EntryID(position), toEntryId: EntryID(row.counterpart.position ?? position),
          balanceAfter: row.balanceAfter))
    case .reserve, .increase, .extend:
      .reservation(reservation(row, position))
    case .report:
      .report(
        ReportResult(
          reservationId: reservationID(row, position), used: row.hold?.reported ?? 0))
    case .settlement:
      .settle(settlement(row, position))
    case .release:
      .release(
        ReleaseResult(
          reservationId: reservationID(row, position), released: true,
          releasedAmount: -row.delta.held, remainingReserved: 0, balanceAfter: row.balanceAfter,
          status: .released))
    case .reversal:
      .reverse(row.reverseResult(position))
    case .usage, .usageReversal:
      usage(row)
    case .overdraftLimit:
      .setOverdraftLimit(OverdraftLimitResult(overdraftLimit: row.after.overdraftLimit))
    case .void, .lotUpdate:
      .lot(
        LotResult(
          lotId: LotID(position.at(row.subject)),
          voidedAmount: -(row.delta.posted + row.delta.scheduled)))
    case .activation, .transferIn, .transferPiece, .lapse, .expiry, .usageCharge:
      preconditionFailure("no command is answered from such a row")
    }
  }

  private func usage(_ row: JournalRow) -> CommandResult.Outcome {
    switch row.remark {
    case .usage(let answer): .recordUsage(answer)
    case .usageReversal(let result): .reverseUsage(result)
    case .none, .balanceAfter, .reversal, .coupled:
      preconditionFailure("a usage row that answers carries its answer")
    }
  }

  private func reservationID(_ row: JournalRow, _ position: Position) -> ReservationID {
    ReservationID(position.at(row.subject))
  }

  private func reservation(_ row: JournalRow, _ position: Position) -> ReservationResult {
    guard let hold = row.hold else {
      preconditionFailure("a reservation row carries the reservation")
    }
    return ReservationResult(
      reservationId: reservationID(row, position), amount: hold.remaining,
      expiresAt: hold.expiresAt, status: hold.status)
  }

  private func settlement(_ row: JournalRow, _ position: Position) -> SettleResult {
    guard let hold = row.hold, case .settle(let settle) = row.cause?.command.action else {
      preconditionFailure("a settlement row carries the reservation and its command")
    }
    return SettleResult(
      reservationId: reservationID(row, position), entryId: EntryID(position),
      operationRequestedAmount: settle.amount, operationSettledAmount: -row.delta.posted,
      operationShortfallAmount: settle.amount + row.delta.posted,
      requestedAmount: hold.requested, settledAmount: hold.settled,
      shortfallAmount: hold.shortfall, remainingReserved: hold.remaining,
      balanceAfter: row.balanceAfter, status: hold.status, expiresAt: hold.expiresAt,
      late: row.settlement == .late)
  }

  /// What a release of a closed reservation answers.
  func presentRelease(_ release: Release) throws(LedgerError) -> CommandResult {
    let (balance, hold) = try findHold(release.reservation)
    let figures = balances[balance].figures
    return CommandResult(
      outcome: .release(
        ReleaseResult(
          reservationId: reservationID(hold, in: balance), released: false, releasedAmount: 0,
          remainingReserved: 0, balanceAfter: figures.posted, status: hold.status)),
      duplicate: false, current: CurrentFigures(available: figures.available))
  }

  /// What a report answers that is not higher than the mark.
  func presentReport(_ report: Report) throws(LedgerError) -> CommandResult {
    let (balance, hold) = try findHold(report.reservation)
    return CommandResult(
      outcome: .report(
        ReportResult(reservationId: reservationID(hold, in: balance), used: hold.reported)),
      duplicate: false,
      current: CurrentFigures(available: balances[balance].figures.available))
  }

  func reservationID(_ hold: Hold, in balance: Int) -> ReservationID {
    ReservationID(
      Position(account: id, stream: .balance(balances[balance].unit), version: hold.version))
  }
}

extension JournalRow {
  /// The balance after the whole command.
  fileprivate var balanceAfter: Amount {
    switch remark {
    case .balanceAfter(let amount), .coupled(_, let amount), .reversal(_, _, let amount): amount
    case .none, .usage, .usageReversal: after.posted
    }
  }

  fileprivate func debitResult(_ position: Position) -> DebitResult {
    guard case .debit(let debit) = cause?.command.action else {
      preconditionFailure("a debit row carries its command")
    }
    return DebitResult(
      entryId: EntryID(position), requestedAmount: debit.amount, settledAmount: -delta.posted,
      shortfallAmount: debit.amount + delta.posted, balanceAfter: balanceAfter)
  }

  fileprivate func reverseResult(_ position: Position) -> ReverseResult {
    guard case .reversal(let lapsed, let unrecoverable, let balanceAfter) = remark else {
      preconditionFailure("a reversal row says what lapsed")
    }
    return ReverseResult(
      entryId: EntryID(position),
      reversedAmount: (delta.posted + delta.scheduled).magnitude,
      lapsedAmount: lapsed, unrecoverableAmount: unrecoverable, balanceAfter: balanceAfter)
  }
}

extension Position {
  /// The same stream at another version.
  package func at(_ version: Int64) -> Position {
    Position(account: account, stream: stream, version: version)
  }
}
