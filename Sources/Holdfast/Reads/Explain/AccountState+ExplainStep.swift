/// A row as a step of a timeline.
extension AccountState {
  func step(_ version: Int64, in balance: Int) -> Explanation.Step? {
    guard let row = balances[balance].journal[version] else { return nil }
    let unit = balances[balance].unit
    let position = Position(account: id, stream: .balance(unit), version: version)
    let origin = origin(of: row, in: balance)
    var step = Explanation.Step(
      entryId: EntryID(position), unit: unit, version: version, instant: row.instant,
      dueAt: row.dueAt, isWritten: !isUnwritten(version, in: balance), event: "\(row.event)",
      postedDelta: row.delta.posted, heldDelta: row.delta.held, debtDelta: row.delta.debt,
      scheduledDelta: row.delta.scheduled, postedAfter: row.after.posted,
      heldAfter: row.after.held, overdraftLimitAfter: row.after.overdraftLimit,
      shares: shares(of: row, in: balance), command: row.cause?.name, key: row.cause?.key,
      groupKey: row.cause?.group?.key, late: row.settlement == .late,
      lapsed: row.settlement == .lapsed, item: origin.item, details: origin.details)
    if row.delta.posted != 0 || row.delta.scheduled != 0 { step.kind = kind(of: row, in: balance) }
    if row.subject != 0 { step.subjectVersion = row.subject }
    if let hold = row.hold {
      step.hold = Explanation.HoldState(
        reservationId: ReservationID(position.at(hold.version)), remaining: hold.remaining,
        returned: row.returnedAmount, reported: hold.reported, expiresAt: hold.expiresAt,
        lapsesAt: hold.lapsesAt, status: hold.status)
    }
    describeLot(of: row, position, &step)
    describeCommand(of: row, in: balance, position, &step)
    return step
  }

  /// What is due is written by a read, too, and undone when the read ends.
  private func isUnwritten(_ version: Int64, in balance: Int) -> Bool {
    unpublished.contains(RowReference(stream: .balance(balance), version: version))
  }

  private func describeLot(
    of row: JournalRow, _ position: Position, _ step: inout Explanation.Step
  ) {
    switch row.event {
    case .credit, .transferIn, .transferPiece: step.lotId = LotID(position)
    case .activation, .expiry, .void, .lotUpdate: step.lotId = LotID(position.at(row.subject))
    default: return
    }
    step.lotExpiresAt = row.lot?.terms.expiresAt
    if row.delta.scheduled > 0 { step.startsAt = row.lot?.terms.effectiveAt }
  }

  private func describeCommand(
    of row: JournalRow, in balance: Int, _ position: Position, _ step: inout Explanation.Step
  ) {
    if row.event == .reversal {
      step.reversedEntryId = EntryID(position.at(row.subject))
      step.reversedKind = balances[balance].journal[row.subject].map { kind(of: $0, in: balance) }
    }
    switch row.cause?.command.action {
    case .debit(let debit): step.requestedAmount = debit.amount
    case .settle(let settle) where row.event == .settlement: step.requestedAmount = settle.amount
    case .release(let release) where row.isAnswer: step.reason = release.reason
    case .reverse(let reverse) where row.isAnswer: step.reason = reverse.reason
    case .transfer(let transfer):
      step.counterparty =
        row.event == .transferOut ? transfer.to : row.cause?.command.account
    default: break
    }
  }

  // MARK: Shares

  private func shares(of row: JournalRow, in balance: Int) -> [Explanation.Share] {
    var shares: [Explanation.Share] = []
    if let opened = row.lot?.opened, opened > 0 {
      shares.append(share(.opened, opened, row.version, in: balance))
    }
    switch row.event {
    case .expiry, .lotUpdate, .void:
      let taken = -row.delta.posted - row.delta.scheduled
      if taken > 0 {
        let use: Explanation.Use = row.event == .void ? .voided : .lapsed
        shares.append(share(use, taken, row.subject, in: balance))
      }
    default: break
    }
    let use = drawUse(of: row, in: balance)
    for draw in row.draws {
      shares.append(share(draw.isRepayment ? .repaid : use, draw.amount, draw.lot, in: balance))
    }
    if use == .pinned {
      let unpinned = row.delta.held - row.draws.total
      if unpinned > 0 { shares.append(share(.pinned, unpinned, Draw.debt, in: balance)) }
    }
    return shares
  }

  private func drawUse(of row: JournalRow, in balance: Int) -> Explanation.Use {
    switch row.event {
    case .reserve, .increase: return .pinned
    case .reversal:
      return balances[balance].journal[row.subject]?.event == .credit ? .takenBack : .restored
    default: return .burned
    }
  }

  func share(
    _ use: Explanation.Use, _ amount: Amount, _ lot: Int64, in balance: Int
  ) -> Explanation.Share {
    guard lot != Draw.debt, let row = balances[balance].journal[lot] else {
      return Explanation.Share(use: use, amount: amount)
    }
    let stream = StreamName.balance(balances[balance].unit)
    return Explanation.Share(
      use: use, amount: amount,
      lotId: LotID(Position(account: id, stream: stream, version: lot)), lotVersion: lot,
      lotKind: kind(of: row, in: balance))
  }
}
