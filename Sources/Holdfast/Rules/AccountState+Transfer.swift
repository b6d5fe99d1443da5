/// The two sides of a transfer.
extension AccountState {
  func checkTransferOut(_ transfer: Transfer) throws(LedgerError) {
    let figures = balance(of: transfer.unit).map { balances[$0].figures } ?? .zero
    let funds = figures.posted - figures.held
    guard transfer.amount <= funds else {
      throw insufficient(.insufficientBalance, available: funds, required: transfer.amount)
    }
  }

  func checkTransferIn(_ transfer: Transfer) throws(LedgerError) {
    let figures = balance(of: transfer.unit).map { balances[$0].figures } ?? .zero
    try bounds(figures.posted + figures.scheduled + transfer.amount)
  }

  /// The position of the next row of the balance.
  mutating func nextPosition(in unit: UnitName) -> Position {
    let balance = makeBalance(of: unit)
    return Position(
      account: id, stream: .balance(unit), version: balances[balance].version + 1)
  }

  /// Takes the amount from lots in burn order. Returns the pieces with the terms they keep.
  mutating func transferOut(
    _ transfer: Transfer, to counterpart: Position, at moment: Moment
  ) -> (answer: RowReference, pieces: [(amount: Amount, terms: LotTerms)]) {
    let balance = makeBalance(of: transfer.unit)
    var row = JournalRow(.transferOut)
    row.draws = draw(transfer.amount, from: balance, &row.delta)
    row.isAnswer = true
    let pieces = row.draws.compactMap { draw -> (amount: Amount, terms: LotTerms)? in
      guard let lot = balances[balance].lot(draw.lot) else { return nil }
      var terms = lot.terms
      terms.costBasis = lot.costBasis(of: draw.amount)
      return (draw.amount, terms)
    }
    let version = append(row, to: balance, at: moment)
    let answer = RowReference(stream: .balance(balance), version: version)
    amend(answer) { $0.counterpart = .at(counterpart) }
    return (answer, pieces)
  }

  /// Opens a lot for each piece. The row of the first is the entry; debt is repaid with the last.
  mutating func transferIn(
    _ pieces: [(amount: Amount, terms: LotTerms)], _ transfer: Transfer,
    from counterpart: Position, at moment: Moment
  ) {
    let balance = makeBalance(of: transfer.unit)
    for (index, piece) in pieces.enumerated() {
      var row = JournalRow(index == 0 ? .transferIn : .transferPiece)
      row.lot = LotRow(terms: piece.terms, opened: piece.amount)
      row.delta.posted = index == 0 ? transfer.amount : 0
      openLot(piece.amount, piece.terms, in: balance)
      if index == pieces.count - 1 { row.draws = repayDebt(of: balance, &row.delta) }
      let version = append(row, to: balance, at: moment)
      amend(RowReference(stream: .balance(balance), version: version)) {
        $0.counterpart = .at(counterpart)
      }
    }
  }
}

extension Lot {
  /// The part of the cost basis that falls to `piece`, rounded down.
  fileprivate func costBasis(of piece: Amount) -> Amount? {
    guard let costBasis = terms.costBasis else { return nil }
    let share = Int128(costBasis.value) * Int128(piece.value) / Int128(granted.value)
    return Amount(Int64(share))
  }
}
