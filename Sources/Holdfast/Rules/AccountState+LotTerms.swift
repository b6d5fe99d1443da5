/// voidLot and updateLot.
extension AccountState {
  private func findLot(
    _ id: LotID, at now: Instant
  ) throws(LedgerError) -> (balance: Int, lot: Lot) {
    guard let position = id.position, position.account == self.id,
      case .balance(let unit) = position.stream, let balance = balance(of: unit),
      let lot = balances[balance].lots[position.version], !lot.isLapsed(at: now)
    else { throw LedgerError(.lotNotFound, "no such lot in this account, or nothing left of it") }
    return (balance, lot)
  }

  mutating func voidLot(_ void: VoidLot, at moment: Moment) throws(LedgerError) -> RowReference {
    let (balance, lot) = try findLot(void.lot, at: moment.instant)

    // From here on the command succeeds.
    var row = JournalRow(.void)
    lapseRest(of: lot, in: balance, &row)
    changeLot(balance, lot.version) { $0.isVoided = true }
    return write(row, lot, in: balance, at: moment)
  }

  mutating func updateLot(
    _ update: UpdateLot, at moment: Moment
  ) throws(LedgerError) -> RowReference {
    let (balance, lot) = try findLot(update.lot, at: moment.instant)
    var terms = lot.terms
    switch update.expiry {
    case .unchanged: break
    case .never: terms.expiresAt = nil
    case .at(let instant): terms.expiresAt = instant
    }
    if let priority = update.priority { terms.priority = Int32(priority) }
    let isPast = terms.expiresAt.map { $0 <= moment.instant } ?? false
    if let expiresAt = terms.expiresAt, !isPast, expiresAt <= terms.effectiveAt {
      throw Validation.invalid("expiresAt", "must be after effectiveAt")
    }

    // From here on the command succeeds.
    var row = JournalRow(.lotUpdate)
    row.lot = LotRow(terms: terms)
    if isPast { lapseRest(of: lot, in: balance, &row) }
    changeLot(balance, lot.version) { $0.terms = terms }
    return write(row, lot, in: balance, at: moment)
  }

  private mutating func lapseRest(of lot: Lot, in balance: Int, _ row: inout JournalRow) {
    if lot.isScheduled {
      row.delta.scheduled = -lot.free
    } else {
      row.delta.posted = -lot.free
    }
    changeLot(balance, lot.version) { $0.remaining = $0.pinned }
  }

  private mutating func write(
    _ row: consuming JournalRow, _ lot: Lot, in balance: Int, at moment: Moment
  ) -> RowReference {
    row.subject = lot.version
    row.isAnswer = true
    let version = append(row, to: balance, at: moment)
    return RowReference(stream: .balance(balance), version: version)
  }
}
