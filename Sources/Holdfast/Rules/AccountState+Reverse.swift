/// reverse, and what a reversal of usage gives back.
extension AccountState {
  mutating func reverse(_ reverse: Reverse, at moment: Moment) throws(LedgerError) -> RowReference {
    guard let position = reverse.entry.position, position.account == id,
      case .balance(let unit) = position.stream, let balance = balance(of: unit)
    else { throw LedgerError(.entryNotFound, "no such entry in this account") }
    guard let entry = balances[balance].journal[position.version] else {
      // Of a row that is archived all is kept that can be reversed.
      if position.version > 0, position.version <= balances[balance].journal.base {
        throw AccountState.notReversible
      }
      throw LedgerError(.entryNotFound, "no such entry in this account")
    }
    switch entry.event {
    case .credit:
      return try reverseCredit(entry, reverse.amount, in: balance, at: moment)
    case .debit, .settlement, .usageCharge:
      return try reverseCharge(entry, reverse.amount, in: balance, at: moment)
    default: throw AccountState.notReversible
    }
  }

  private static var notReversible: LedgerError {
    Validation.invalid("entry", "must be a debit, settlement, usage charge or credit")
  }

  private func left(
    of entry: JournalRow, granted: Amount, in balance: Int, asked: Amount?
  ) throws(LedgerError) -> Amount {
    let left = granted - (balances[balance].reversed[entry.version] ?? 0)
    if let asked, asked > left { throw exceeds(left: left, required: asked) }
    return left
  }

  private func exceeds(left: Amount, required: Amount?) -> LedgerError {
    var error = LedgerError(.reversalExceedsEntry, "more than what is left to reverse")
    error.limit = left
    error.required = required
    return error
  }

  private mutating func reverseCharge(
    _ entry: JournalRow, _ asked: Amount?, in balance: Int, at moment: Moment
  ) throws(LedgerError) -> RowReference {
    let left = try left(of: entry, granted: -entry.delta.posted, in: balance, asked: asked)
    guard left > 0 else { throw exceeds(left: left, required: asked) }
    let amount = asked ?? left
    let figures = balances[balance].figures
    try bounds(figures.posted + figures.scheduled + amount)

    // From here on the command succeeds.
    return giveBack(amount, of: entry, in: balance, at: moment, isAnswer: true)
  }

  /// Undoes `amount` of a charge: its draws, latest first. Debt draws lower the debt still open, beyond
  /// that the lots that repaid it, latest first.
  @discardableResult
  mutating func giveBack(
    _ amount: Amount, of entry: JournalRow, in balance: Int, at moment: Moment, isAnswer: Bool
  ) -> RowReference {
    var row = JournalRow(.reversal)
    row.subject = entry.version
    row.isAnswer = isAnswer
    row.delta.posted = amount
    var lapsed: [Draw] = []
    for piece in pieces(of: entry, amount, in: balance) {
      if piece.lot != Draw.debt {
        giveBack(piece, to: balance, at: moment.instant, &row, &lapsed)
        continue
      }
      let open = min(piece.amount, balances[balance].figures.debt + row.delta.debt)
      var repaid = piece.amount - open
      if open > 0 {
        row.delta.debt -= open
        row.draws.append(Draw(lot: Draw.debt, amount: open))
      }
      while repaid > 0, let latest = takeLatestRepayment(balance, upTo: repaid) {
        repaid -= latest.amount
        giveBack(
          Draw(lot: latest.lot, amount: latest.amount), to: balance, at: moment.instant, &row,
          &lapsed)
      }
    }
    row.draws += repayDebt(of: balance, &row.delta)
    addReversed(balance, entry.version, amount)
    let version = append(row, to: balance, at: moment)
    let answer = RowReference(stream: .balance(balance), version: version)
    writeLapses(lapsed, in: balance, at: moment)
    let remark = JournalRow.Remark.reversal(
      lapsed: lapsed.total, unrecoverable: 0, balanceAfter: balances[balance].figures.posted)
    amend(answer) { $0.remark = remark }
    return answer
  }

  /// The next `amount` of the entry's draws to undo, latest first, behind what was undone before.
  private func pieces(of entry: JournalRow, _ amount: Amount, in balance: Int) -> [Draw] {
    var skipped = balances[balance].reversed[entry.version] ?? 0
    var missing = amount
    var pieces: [Draw] = []
    for draw in entry.draws.reversed() where !draw.isRepayment && missing > 0 {
      let passed = min(skipped, draw.amount)
      skipped -= passed
      let taken = min(draw.amount - passed, missing)
      guard taken > 0 else { continue }
      missing -= taken
      pieces.append(Draw(lot: draw.lot, amount: taken))
    }
    return pieces
  }

  private mutating func giveBack(
    _ piece: Draw, to balance: Int, at now: Instant, _ row: inout JournalRow, _ lapsed: inout [Draw]
  ) {
    row.draws.append(piece)
    guard let lot = balances[balance].lot(piece.lot) else { return }
    if lot.isLapsed(at: now) {
      lapsed.append(piece)
    } else {
      changeLot(balance, piece.lot) { $0.remaining += piece.amount }
    }
  }

  /// Takes the unpinned rest of the credit's lot, scheduled or not.
  private mutating func reverseCredit(
    _ entry: JournalRow, _ asked: Amount?, in balance: Int, at moment: Moment
  ) throws(LedgerError) -> RowReference {
    guard let lot = balances[balance].lot(entry.version) else {
      throw LedgerError(.entryNotFound, "no such entry in this account")
    }
    let left = try left(of: entry, granted: lot.granted, in: balance, asked: asked)
    let requested = asked ?? left
    let amount = min(lot.free, requested)

    // From here on the command succeeds.
    var row = JournalRow(.reversal)
    row.subject = entry.version
    row.isAnswer = true
    if lot.isScheduled {
      row.delta.scheduled = -amount
    } else {
      row.delta.posted = -amount
    }
    if amount > 0 {
      row.draws = [Draw(lot: lot.version, amount: amount)]
      changeLot(balance, lot.version) { $0.remaining -= amount }
      addReversed(balance, entry.version, amount)
    }
    let version = append(row, to: balance, at: moment)
    let answer = RowReference(stream: .balance(balance), version: version)
    let posted = balances[balance].figures.posted
    amend(answer) {
      $0.remark = .reversal(
        lapsed: 0, unrecoverable: requested - amount, balanceAfter: posted)
    }
    return answer
  }
}
