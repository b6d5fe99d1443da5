internal import Holdfast

/// Reversals: of charges back into the lots, of credits out of them.
extension BalanceAudit {
  mutating func reverse(_ row: JournalRow) {
    guard row.subject < row.version, let entry = self.row(row.subject) else {
      note(.lots, row, "there is no entry \(row.subject) before it")
      return
    }
    switch entry.event {
    case .credit: reverseCredit(row)
    case .debit, .settlement, .usageCharge: reverseCharge(of: entry, row)
    default: note(.lots, row, "a row of \(entry.event) cannot be reversed")
    }
  }

  private mutating func reverseCredit(_ row: JournalRow) {
    guard let lot = lots[row.subject] else {
      note(.lots, row, "no lot was opened by version \(row.subject)")
      return
    }
    let amount = -(lot.isScheduled ? row.delta.scheduled : row.delta.posted).wide
    let left = lot.granted - (reversed[row.subject] ?? 0)
    var asked = left
    if case .reverse(let reverse) = row.cause?.command.action, let amount = reverse.amount {
      asked = amount.wide
    }
    if amount != min(lot.unpinned, asked) || asked > left {
      note(
        .lots, row,
        "it takes \(amount) of \(asked), unpinned are \(lot.unpinned) and left \(left)")
    }
    requireDraws(amount == 0 ? [] : [Piece(lot: lot.version, amount: amount)], in: row)
    changeLot(row.subject, row) { $0.reversed += amount }
    if amount != 0 { reversed[row.subject, default: 0] += amount }
    if case .reversal(_, let unrecoverable, _) = row.remark, unrecoverable.wide != asked - amount {
      note(.once, row, "it answers \(unrecoverable) unrecoverable, of \(asked - amount)")
    }
  }

  private mutating func reverseCharge(of entry: JournalRow, _ row: JournalRow) {
    let amount = row.delta.posted.wide
    let before = reversed[entry.version] ?? 0
    let left = -entry.delta.posted.wide - before
    if amount <= 0 || amount > left {
      note(.lots, row, "it gives back \(amount) of entry \(entry.version), left are \(left)")
    }
    let expected = giveBack(partOf: entry, skipping: before, amount)
    requireDraws(expected, in: row)
    let moment = moment(of: row)
    for piece in row.charges {
      guard piece.lot != 0 else {
        debt -= piece.amount
        continue
      }
      changeLot(piece.lot, row) { $0.burned -= piece.amount }
      guard let lot = lots[piece.lot], lot.isOver(at: moment) else { continue }
      owed.append(OwedLapse(piece: piece, isVoided: lot.isVoided, version: row.version))
    }
    reversed[entry.version] = before + amount
    if row.isAnswer { reversedByCommand[entry.version, default: 0] += amount }
    if case .reversal(let lapsed, _, _) = row.remark, lapsed.wide != owed.map(\.piece).sum {
      note(.once, row, "it answers \(lapsed) lapsed, of \(owed.map(\.piece).sum)")
    }
  }

  /// The draws to undo, the latest first: of debt what is open, then what lots repaid, latest
  /// first.
  private mutating func giveBack(
    partOf entry: JournalRow, skipping before: Int128, _ amount: Int128
  ) -> [Piece] {
    var expected: [Piece] = []
    var open = debt
    for piece in latestFirst(entry.charges, from: before, to: before + amount) {
      guard piece.lot == 0 else {
        expected.append(piece)
        continue
      }
      let lowered = min(piece.amount, open)
      open -= lowered
      if lowered > 0 { expected.append(Piece(lot: 0, amount: lowered)) }
      var repaid = piece.amount - lowered
      while repaid > 0, let latest = repayments.last {
        let part = min(repaid, latest.amount)
        repaid -= part
        expected.append(Piece(lot: latest.lot, amount: part))
        repayments[repayments.count - 1].amount -= part
        if part == latest.amount { repayments.removeLast() }
      }
    }
    return expected
  }

  /// The stretch of what was drawn, counted from the latest draw, that lies in `[from, to)`.
  private func latestFirst(_ draws: [Piece], from: Int128, to: Int128) -> [Piece] {
    var pieces: [Piece] = []
    var start: Int128 = 0
    for draw in draws.reversed() {
      let end = start + draw.amount
      let part = min(end, to) - max(start, from)
      if part > 0 { pieces.append(Piece(lot: draw.lot, amount: part)) }
      start = end
    }
    return pieces
  }
}
