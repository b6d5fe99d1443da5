/// reserve, increase, extend and report.
extension AccountState {
  mutating func reserve(
    _ reserve: Reserve, at moment: Moment, _ setting: Setting
  ) throws(LedgerError) -> RowReference {
    let definitions = try setting.items(reserve.counts.map(\.item))
    guard openHoldCount < setting.maximumOpenReservations else {
      throw LedgerError(.tooManyOpenReservations, "the account has too many open reservations")
    }
    let balance = makeBalance(of: reserve.unit)
    let usages = assess(reserve.counts, definitions, at: moment.instant, setting)
    let figures = balances[balance].figures
    let charged = usages.filter { $0.unit == reserve.unit }.map(\.cost).reduce(0, +)
    let funds =
      (reserve.floor == .overdraft ? figures.available : figures.posted - figures.held)
    let needed = reserve.minimum ?? reserve.amount
    let amount = min(reserve.amount, max(funds - charged, needed))
    try checkLimits(usages)
    try checkSpent(amount, of: reserve.unit, usages.map(\.meter), setting)
    try checkFunds(usages, except: reserve.unit)
    guard needed + charged <= funds else {
      throw insufficient(.insufficientBalance, available: funds, required: needed + charged)
    }
    try checkBounds(usages)
    try bounds(figures.held + amount)
    try bounds(figures.posted - charged)

    // From here on the command succeeds.
    let charges = usages.map { charge($0, at: moment) }
    let position = Position(
      account: id, stream: .balance(reserve.unit), version: balances[balance].version + 1)
    let records = zip(usages, charges).map { usage, charge in
      count(usage, charge: charge, hold: position, at: moment)
    }
    let hold = Hold(
      version: position.version, initial: amount, remaining: amount,
      expiresAt: moment.instant.advanced(bySeconds: Int64(reserve.expiresInSeconds)),
      graceMicroseconds: Int64(reserve.graceSeconds) * 1_000_000, floor: reserve.floor,
      onLapse: reserve.onLapse, pins: pin(amount, in: balance), counts: records)
    var row = JournalRow(.reserve)
    row.delta.held = amount
    row.draws = hold.pins
    row.hold = hold
    row.subject = position.version
    row.isAnswer = true
    setHold(balance, hold)
    noteSpent(of: hold)
    append(row, to: balance, at: moment)
    return RowReference(stream: .balance(balance), version: position.version)
  }

  mutating func increase(
    _ increase: Increase, at moment: Moment, _ setting: Setting
  ) throws(LedgerError) -> RowReference {
    var (balance, hold) = try findUnexpiredHold(increase.reservation, at: moment.instant)
    let figures = balances[balance].figures
    let funds = hold.floor == .overdraft ? figures.available : figures.posted - figures.held
    refreshMeters(countedWith: hold, at: moment.instant, setting)
    try checkSpent(
      increase.amount, of: balances[balance].unit, countedWith: hold, setting)
    guard increase.amount <= funds else {
      throw insufficient(.insufficientBalance, available: funds, required: increase.amount)
    }
    try bounds(figures.held + increase.amount)
    try bounds(hold.everHeld + increase.amount)

    // From here on the command succeeds.
    var row = JournalRow(.increase)
    row.draws = pin(increase.amount, in: balance)
    row.delta.held = increase.amount
    hold.increased += increase.amount
    hold.remaining += increase.amount
    hold.addPins(row.draws)
    return change(hold, in: balance, row, at: moment)
  }

  mutating func extend(_ extend: Extend, at moment: Moment) throws(LedgerError) -> RowReference {
    var (balance, hold) = try findUnexpiredHold(extend.reservation, at: moment.instant)
    let expiresAt =
      switch extend.by {
      case .fromNow(let seconds):
        max(hold.expiresAt, moment.instant.advanced(bySeconds: Int64(seconds)))
      case .fromExpiry(let seconds): hold.expiresAt.advanced(bySeconds: Int64(seconds))
      }
    guard expiresAt <= .latest else {
      throw Validation.invalid("bySeconds", "must not lead beyond the year 9999")
    }

    // From here on the command succeeds.
    hold.expiresAt = expiresAt
    return change(hold, in: balance, JournalRow(.extend), at: moment)
  }

  /// `nil` when the mark is not higher than before: no effect.
  mutating func report(_ report: Report, at moment: Moment) throws(LedgerError) -> RowReference? {
    var (balance, hold) = try findOpenHold(report.reservation)
    guard report.used <= hold.everHeld else {
      var error = LedgerError(
        .settlementExceedsReservation, "more is reported than was ever held")
      error.limit = hold.everHeld
      error.required = report.used
      throw error
    }
    guard report.used > hold.reported else { return nil }

    // From here on the command succeeds.
    hold.reported = report.used
    return change(hold, in: balance, JournalRow(.report), at: moment)
  }

  private mutating func change(
    _ hold: Hold, in balance: Int, _ row: consuming JournalRow, at moment: Moment
  ) -> RowReference {
    row.subject = hold.version
    row.hold = hold
    row.isAnswer = true
    setHold(balance, hold)
    noteSpent(of: hold)
    let version = append(row, to: balance, at: moment)
    return RowReference(stream: .balance(balance), version: version)
  }
}

extension Hold {
  /// Adds pins behind those there are.
  fileprivate mutating func addPins(_ draws: [Draw]) {
    for draw in draws {
      if let last = pins.last, last.lot == draw.lot {
        pins[pins.count - 1].amount += draw.amount
      } else {
        pins.append(draw)
      }
    }
  }
}
