/// What reservations have in common.
extension AccountState {
  /// Finds a reservation of this account, open or closed.
  func findHold(
    _ reference: ReservationReference
  ) throws(LedgerError) -> (balance: Int, hold: Hold) {
    switch reference {
    case .id(let id):
      guard let position = id.position, position.account == self.id,
        case .balance(let unit) = position.stream, let balance = balance(of: unit),
        let hold = balances[balance].hold(position.version)
      else { break }
      return (balance, hold)
    case .key(let key):
      guard let row = keys[KeyIdentity(command: .reserve, key: key)],
        case .balance(let balance) = row.stream, let hold = balances[balance].hold(row.version)
      else { break }
      return (balance, hold)
    }
    throw LedgerError(.reservationNotFound, "no such reservation in this account")
  }

  /// Finds a reservation that can still be worked on.
  func findOpenHold(
    _ reference: ReservationReference
  ) throws(LedgerError) -> (balance: Int, hold: Hold) {
    let found = try findHold(reference)
    switch found.hold.status {
    case .open: return found
    case .settled, .released:
      throw LedgerError(.reservationClosed, "the reservation is \(found.hold.status.rawValue)")
    case .expired: throw LedgerError(.reservationExpired, "the reservation has lapsed")
    }
  }

  /// Finds a reservation whose expiry is still ahead.
  func findUnexpiredHold(
    _ reference: ReservationReference, at now: Instant
  ) throws(LedgerError) -> (balance: Int, hold: Hold) {
    let found = try findOpenHold(reference)
    guard now < found.hold.expiresAt else {
      throw LedgerError(.reservationExpired, "the reservation has expired")
    }
    return found
  }

  /// Charges `amount` of what is held: first the pins, then afresh in burn order, then as debt.
  mutating func burnHold(
    _ amount: Amount, of hold: inout Hold, in balance: Int, _ delta: inout Figures
  ) -> [Draw] {
    var draws = burnPins(amount, of: &hold, in: balance, &delta)
    let unpinned = amount - draws.total
    if unpinned > 0 { draws += draw(unpinned, from: balance, &delta) }
    hold.remaining -= amount
    hold.settled += amount
    hold.settledFromHold += amount
    delta.held -= amount
    return draws
  }

  /// Gives back what is left and closes the hold by `row`, which the caller writes next. Returns what
  /// came back to lapsed lots.
  mutating func close(
    _ hold: inout Hold, as status: ReservationStatus, in balance: Int, at moment: Moment,
    _ row: inout JournalRow
  ) -> [Draw] {
    let lapsed = returnPins(hold.pins, to: balance, at: moment.instant)
    row.delta.held -= hold.remaining
    hold.returned += hold.remaining
    hold.remaining = 0
    hold.pins = []
    hold.status = status
    row.draws += repayDebt(of: balance, &row.delta)
    row.hold = hold
    closeHold(balance, hold.version)
    noteSpent(of: hold)
    return lapsed
  }

  func bounds(_ figure: Amount) throws(LedgerError) {
    guard figure.isWithinBounds else {
      throw LedgerError(.amountOverflow, "a figure would leave its bounds")
    }
  }

  func insufficient(
    _ code: LedgerError.Code, available: Amount, required: Amount
  ) -> LedgerError {
    var error = LedgerError(
      code,
      code == .insufficientBalance
        ? "less is available than is needed" : "the overdraft limit does not cover it")
    error.available = available
    error.required = required
    return error
  }
}
