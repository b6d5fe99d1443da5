/// settle and release.
extension AccountState {
  /// - Parameter cap: what the group's coupled settles are held to.
  mutating func settle(
    _ settle: Settle, cap: Amount?, at moment: Moment
  ) throws(LedgerError) -> RowReference {
    let found = try findHold(settle.reservation)
    switch found.hold.status {
    case .open:
      return try settleOpen(settle, found.hold, in: found.balance, cap: cap, at: moment)
    case .settled, .released:
      throw LedgerError(.reservationClosed, "the reservation is \(found.hold.status.rawValue)")
    case .expired:
      guard settle.late == .chargeAvailable else {
        throw LedgerError(.reservationExpired, "the reservation has lapsed")
      }
      return try settleLate(settle, found.hold, in: found.balance, cap: cap, at: moment)
    }
  }

  private mutating func settleOpen(
    _ settle: Settle, _ found: Hold, in balance: Int, cap: Amount?, at moment: Moment
  ) throws(LedgerError) -> RowReference {
    var hold = found
    var fromHold = min(settle.amount, hold.remaining)
    var excess = try chargeableExcess(settle, of: hold, in: balance)
    if let cap {
      fromHold = min(fromHold, cap)
      excess = min(excess, cap - fromHold)
    }
    try bounds(hold.requested + settle.amount)
    try bounds(balances[balance].figures.posted - fromHold - excess)

    // From here on the command succeeds.
    var row = JournalRow(.settlement)
    row.subject = hold.version
    row.isAnswer = true
    row.draws = burnHold(fromHold, of: &hold, in: balance, &row.delta)
    if excess > 0 { row.draws += draw(excess, from: balance, &row.delta) }
    hold.settled += excess
    hold.requested += settle.amount
    hold.shortfall += settle.amount - fromHold - excess
    var lapsed: [Draw] = []
    if settle.final {
      lapsed = close(&hold, as: .settled, in: balance, at: moment, &row)
    } else {
      row.hold = hold
      setHold(balance, hold)
      noteSpent(of: hold)
    }
    return write(row, lapsed, in: balance, cap: cap, at: moment)
  }

  /// What can be charged of the part that is above the hold.
  private func chargeableExcess(
    _ settle: Settle, of hold: Hold, in balance: Int
  ) throws(LedgerError) -> Amount {
    let excess = settle.amount - hold.remaining
    guard excess > 0 else { return 0 }
    let figures = balances[balance].figures
    switch settle.overage {
    case .reject:
      var error = LedgerError(
        .settlementExceedsReservation, "the amount is more than what is held")
      error.limit = hold.remaining
      error.required = settle.amount
      throw error
    case .capAtReserved: return 0
    case .drawAvailable: return min(excess, max(0, figures.posted - figures.held))
    case .overdraft:
      guard excess <= figures.available else {
        throw insufficient(
          .overdraftLimitExceeded, available: figures.available, required: excess)
      }
      return excess
    }
  }

  /// A fresh debit; the reservation and its totals stay as they were.
  private mutating func settleLate(
    _ settle: Settle, _ hold: Hold, in balance: Int, cap: Amount?, at moment: Moment
  ) throws(LedgerError) -> RowReference {
    var amount: Amount =
      switch settle.overage {
      case .capAtReserved: 0
      case .reject: try chargeable(settle.amount, .reject, in: balance)
      case .drawAvailable: try chargeable(settle.amount, .drawAvailable, in: balance)
      case .overdraft: try chargeable(settle.amount, .overdraft, in: balance)
      }
    if let cap { amount = min(amount, cap) }
    try bounds(balances[balance].figures.posted - amount)

    // From here on the command succeeds.
    var row = JournalRow(.settlement)
    row.subject = hold.version
    row.settlement = .late
    row.isAnswer = true
    row.hold = hold
    row.draws = draw(amount, from: balance, &row.delta)
    return write(row, [], in: balance, cap: cap, at: moment)
  }

  /// `nil` when the reservation is closed already: no effect.
  mutating func release(_ release: Release, at moment: Moment) throws(LedgerError) -> RowReference?
  {
    var (balance, hold) = try findHold(release.reservation)
    guard hold.status == .open else { return nil }
    if hold.settled == 0 { try checkTakeBack(of: hold) }

    // From here on the command succeeds.
    var row = JournalRow(.release)
    row.subject = hold.version
    row.isAnswer = true
    let lapsed = close(&hold, as: .released, in: balance, at: moment, &row)
    let answer = write(row, lapsed, in: balance, cap: nil, at: moment)
    if hold.settled == 0 {
      takeBackUsage(of: hold, at: moment)
      let posted = balances[balance].figures.posted
      amend(answer) { $0.remark = .balanceAfter(posted) }
    }
    return answer
  }

  private mutating func write(
    _ row: consuming JournalRow, _ lapsed: [Draw], in balance: Int, cap: Amount?, at moment: Moment
  ) -> RowReference {
    let version = append(row, to: balance, at: moment)
    let answer = RowReference(stream: .balance(balance), version: version)
    writeLapses(lapsed, in: balance, at: moment)
    let posted = balances[balance].figures.posted
    if let cap {
      amend(answer) { $0.remark = .coupled(cap, balanceAfter: posted) }
    } else if !lapsed.isEmpty {
      amend(answer) { $0.remark = .balanceAfter(posted) }
    }
    return answer
  }
}
