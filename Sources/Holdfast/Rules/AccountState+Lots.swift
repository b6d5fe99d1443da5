/// Drawing from lots, pinning them, giving back and repaying debt. A change of figures is added to
/// `delta` for the row that the caller writes.
extension AccountState {
  /// Takes from lots in burn order; what no lot has becomes debt.
  mutating func draw(
    _ amount: Amount, from balance: Int, _ delta: inout Figures
  ) -> [Draw] {
    var draws = take(amount, from: balance) { lot, taken in lot.remaining -= taken }
    let missing = amount - draws.total
    if missing > 0 {
      draws.append(Draw(lot: Draw.debt, amount: missing))
      delta.debt += missing
    }
    delta.posted -= amount
    return draws
  }

  /// Pins lots in burn order; what no lot has is held against the overdraft.
  mutating func pin(_ amount: Amount, in balance: Int) -> [Draw] {
    take(amount, from: balance) { lot, taken in lot.pinned += taken }
  }

  private mutating func take(
    _ amount: Amount, from balance: Int, _ change: (inout Lot, Amount) -> Void
  ) -> [Draw] {
    var missing = amount
    var draws: [Draw] = []
    while missing > 0,
      var lot = balances[balance].burnQueue.first(of: balances[balance].lots)
    {
      let taken = min(missing, lot.free)
      change(&lot, taken)
      setLot(balance, lot)
      draws.append(Draw(lot: lot.version, amount: taken))
      missing -= taken
    }
    return draws
  }

  /// Burns up to `amount` of what the hold has pinned, in the order pinned.
  mutating func burnPins(
    _ amount: Amount, of hold: inout Hold, in balance: Int, _ delta: inout Figures
  ) -> [Draw] {
    var missing = amount
    var draws: [Draw] = []
    var used = 0
    while missing > 0, used < hold.pins.count {
      let burned = min(missing, hold.pins[used].amount)
      let lot = hold.pins[used].lot
      changeLot(balance, lot) {
        $0.pinned -= burned
        $0.remaining -= burned
      }
      draws.append(Draw(lot: lot, amount: burned))
      missing -= burned
      if burned == hold.pins[used].amount {
        used += 1
      } else {
        hold.pins[used].amount -= burned
      }
    }
    hold.pins.removeFirst(used)
    delta.posted -= amount - missing
    return draws
  }

  /// Gives what is pinned back to its lots. What a lapsed lot gets back lapses at once: those draws
  /// are returned, for `writeLapses` once the row is written.
  mutating func returnPins(_ pins: [Draw], to balance: Int, at now: Instant) -> [Draw] {
    var lapsed: [Draw] = []
    for pin in pins {
      var isLapsed = false
      changeLot(balance, pin.lot) {
        isLapsed = $0.isLapsed(at: now)
        $0.pinned -= pin.amount
        if isLapsed { $0.remaining -= pin.amount }
      }
      if isLapsed { lapsed.append(pin) }
    }
    return lapsed
  }

  /// Writes what came back to lapsed lots, an entry each.
  mutating func writeLapses(_ lapsed: [Draw], in balance: Int, at moment: Moment) {
    for draw in lapsed {
      let isVoided = balances[balance].lot(draw.lot)?.isVoided ?? false
      var row = JournalRow(isVoided ? .void : .expiry)
      row.subject = draw.lot
      row.delta.posted = -draw.amount
      append(row, to: balance, at: moment)
    }
  }

  /// Repays debt from lots in burn order, as far as they have something unpinned.
  mutating func repayDebt(of balance: Int, _ delta: inout Figures) -> [Draw] {
    let debt = balances[balance].figures.debt + delta.debt
    guard debt > 0 else { return [] }
    var draws = take(debt, from: balance) { lot, taken in lot.remaining -= taken }
    for index in draws.indices {
      draws[index].isRepayment = true
      addRepayment(balance, draws[index])
    }
    delta.debt -= draws.total
    return draws
  }

  /// Opens a lot of the row that will be written next.
  mutating func openLot(
    _ amount: Amount, _ terms: LotTerms, isScheduled: Bool = false, in balance: Int
  ) {
    setLot(
      balance,
      Lot(
        version: balances[balance].version + 1, granted: amount, remaining: amount, pinned: 0,
        terms: terms, isScheduled: isScheduled, isVoided: false))
  }
}

extension [Draw] {
  var total: Amount { reduce(0) { $0 + $1.amount } }
}
