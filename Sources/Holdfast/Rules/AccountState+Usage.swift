/// recordUsage, reverseUsage, and usage counted with a hold.
extension AccountState {
  mutating func recordUsage(
    _ usage: RecordUsage, at moment: Moment, _ setting: Setting
  ) throws(LedgerError) -> RowReference {
    let definitions = try setting.items([usage.item])
    let counts = [Reserve.Count(item: usage.item, amount: usage.amount)]
    let usages = assess(counts, definitions, at: moment.instant, setting)
    try checkLimits(usages)
    try checkFunds(usages, except: nil)
    try checkBounds(usages)
    guard let assessed = usages.first else {
      preconditionFailure("one item is assessed once")
    }

    // From here on the command succeeds.
    let charge = charge(assessed, at: moment)
    let record = count(assessed, charge: charge, hold: nil, at: moment)
    let answer = RowReference(stream: .meter(assessed.meter), version: record.version)
    let shown = meters[assessed.meter].shown
    let lifetime = meters[assessed.meter].lifetime
    amend(answer) {
      $0.isAnswer = true
      $0.remark = .usage(
        UsageAnswer(
          recordId: UsageRecordID(record), allowed: true, reason: nil,
          used: shown?.used ?? lifetime, limit: shown?.limit.maximum,
          remaining: shown?.remaining, chargedUnits: assessed.cost, periodStart: shown?.start,
          periodEnd: shown?.end))
    }
    return answer
  }

  /// Looks at what counting these items would mean, with the counters of the present windows.
  mutating func assess(
    _ counts: [Reserve.Count], _ items: [ItemRevision], at now: Instant, _ setting: Setting
  ) -> [UsageAssessment] {
    zip(counts, items).map { count, item in
      let meter = refreshedMeter(item, at: now, setting)
      let counters = meters[meter].counters.filter { $0.limit.measures == .count }
      let above: Amount
      if counters.isEmpty {
        above = item.definition.overage.isCharge ? meters[meter].lifetime + count.amount : 0
      } else {
        above = counters.map { $0.used + count.amount - $0.limit.maximum }.reduce(0, max)
      }
      return UsageAssessment(
        meter: meter, amount: count.amount, overage: item.definition.overage,
        revision: meters[meter].revision ?? .none, shown: meters[meter].shown,
        lifetime: meters[meter].lifetime, overflow: min(count.amount, above), above: above)
    }
  }

  func checkLimits(_ usages: [UsageAssessment]) throws(LedgerError) {
    for usage in usages where !usage.isWithinLimits { throw usage.limitExceeded() }
  }

  /// Whether every charge can be paid, overdraft included. One unit may be left to the caller.
  func checkFunds(_ usages: [UsageAssessment], except: UnitName?) throws(LedgerError) {
    var needed: [UnitName: Amount] = [:]
    for usage in usages where usage.cost > 0 {
      guard let unit = usage.unit, unit != except else { continue }
      needed[unit, default: 0] += usage.cost
      let available = balance(of: unit).map { balances[$0].figures.available } ?? 0
      guard needed[unit, default: 0] <= available else {
        var error = insufficient(
          .insufficientBalance, available: available, required: needed[unit, default: 0])
        error.usage = usage.refusal(.insufficientBalance)
        throw error
      }
    }
  }

  func checkBounds(_ usages: [UsageAssessment]) throws(LedgerError) {
    for usage in usages {
      try bounds(usage.lifetime + usage.amount)
      if usage.overflow > 0, let price = usage.price, price.cost(of: usage.overflow) == nil {
        throw LedgerError(.amountOverflow, "the price would leave its bounds")
      }
      if let unit = usage.unit, let balance = balance(of: unit) {
        try bounds(balances[balance].figures.posted - usage.cost)
      }
    }
  }

  /// Charges the overflow, when it costs something.
  mutating func charge(_ usage: UsageAssessment, at moment: Moment) -> Position? {
    guard let unit = usage.unit, usage.cost > 0 else { return nil }
    let balance = makeBalance(of: unit)
    var row = JournalRow(.usageCharge)
    row.draws = draw(usage.cost, from: balance, &row.delta)
    row.revision = usage.revision
    let position = Position(
      account: id, stream: .balance(unit), version: balances[balance].version + 1)
    append(row, to: balance, at: moment)
    let reference = RowReference(stream: .balance(balance), version: position.version)
    let item = meters[usage.meter].item
    let next = Position(
      account: id, stream: .usage(item), version: meters[usage.meter].version + 1)
    amend(reference) { $0.counterpart = .at(next) }
    return position
  }

  /// Counts the pieces in the window of now.
  mutating func count(
    _ usage: UsageAssessment, charge: Position?, hold: Position?, at moment: Moment
  ) -> Position {
    let meter = usage.meter
    var row = JournalRow(.usage)
    row.revision = usage.revision
    row.usage = UsageRow(
      delta: usage.amount, lifetimeAfter: meters[meter].lifetime + usage.amount, hold: hold,
      overflow: usage.overflow, charged: usage.cost)
    var counters = meters[meter].counters
    for index in counters.indices where counters[index].limit.measures == .count {
      counters[index].used += usage.amount
    }
    setCounters(meter, counters, usage.revision)
    let version = append(row, toMeter: meter, at: moment)
    if let charge {
      amend(RowReference(stream: .meter(meter), version: version)) {
        $0.counterpart = .at(charge)
      }
    }
    setRecord(
      meter,
      UsageRecord(
        version: version, instant: lastInstant, amount: usage.amount, overflow: usage.overflow,
        price: usage.price, charge: charge, hold: hold))
    return Position(account: id, stream: .usage(meters[meter].item), version: version)
  }

  mutating func reverseUsage(
    _ reverse: ReverseUsage, at moment: Moment, _ setting: Setting
  ) throws(LedgerError) -> RowReference {
    guard let position = reverse.record.position, position.account == id,
      case .usage(let item) = position.stream, let meter = meter(of: item),
      let record = meters[meter].records[position.version]
    else { throw LedgerError(.usageRecordNotFound, "no such usage record in this account") }
    let left = record.amount - record.reversed
    let amount = reverse.amount ?? left
    guard amount <= left, left > 0 else {
      var error = LedgerError(.reversalExceedsEntry, "more than what is left of the record")
      error.limit = left
      error.required = reverse.amount
      throw error
    }
    try checkRefunds([record.reversed(by: amount)])
    if let definition = setting.definitions.item(item) {
      _ = refreshedMeter(definition, at: moment.instant, setting)
    }

    // From here on the command succeeds.
    let (version, credited) = takeBack(amount, of: record, meter, at: moment)
    let answer = RowReference(stream: .meter(meter), version: version)
    let shown = meters[meter].shown
    let result = ReverseUsageResult(
      recordId: reverse.record, used: shown?.used ?? meters[meter].lifetime,
      remaining: shown?.remaining, creditedUnits: credited)
    amend(answer) {
      $0.isAnswer = true
      $0.remark = .usageReversal(result)
    }
    return answer
  }

  /// Takes everything back that was counted with a hold of which nothing was settled.
  mutating func takeBackUsage(of hold: Hold, at moment: Moment) {
    for (meter, record) in records(countedWith: hold) where record.amount > record.reversed {
      _ = takeBack(record.amount - record.reversed, of: record, meter, at: moment)
    }
  }

  /// Whether taking everything back that was counted with the hold keeps every figure in bounds.
  func checkTakeBack(of hold: Hold) throws(LedgerError) {
    try checkRefunds(
      records(countedWith: hold).map {
        $0.record.reversed(by: $0.record.amount - $0.record.reversed)
      })
  }

  private func records(countedWith hold: Hold) -> [(meter: Int, record: UsageRecord)] {
    hold.counts.compactMap { position in
      guard case .usage(let item) = position.stream, let meter = meter(of: item),
        let record = meters[meter].records[position.version]
      else { return nil }
      return (meter, record)
    }
  }

  private func checkRefunds(_ records: [UsageRecord]) throws(LedgerError) {
    var sums: [Int: Amount] = [:]
    for refund in records.compactMap({ refund(of: $0) }) {
      sums[refund.balance, default: 0] += refund.amount
    }
    for (balance, sum) in sums {
      let figures = balances[balance].figures
      try bounds(figures.posted + figures.scheduled + sum)
    }
  }

  /// Takes pieces out of the window they were recorded in, charged pieces first, and gives back the
  /// difference in price less what was given back before.
  private mutating func takeBack(
    _ amount: Amount, of record: UsageRecord, _ meter: Int, at moment: Moment
  ) -> (version: Int64, credited: Amount) {
    let record = record.reversed(by: amount)
    setRecord(meter, record)
    var counters = meters[meter].counters
    for index in counters.indices
    where counters[index].limit.measures == .count && counters[index].contains(record.instant) {
      counters[index].used -= amount
    }
    setCounters(meter, counters, meters[meter].revision ?? .none)
    let credited = giveBackCharge(of: record, at: moment)
    var row = JournalRow(.usageReversal)
    row.subject = record.version
    row.usage = UsageRow(
      delta: -amount, lifetimeAfter: meters[meter].lifetime - amount, hold: record.hold,
      overflow: 0, charged: -credited)
    return (append(row, toMeter: meter, at: moment), credited)
  }

  /// Time cannot be refused: what a lapse would give back beyond the bounds stays charged.
  private mutating func giveBackCharge(of record: UsageRecord, at moment: Moment) -> Amount {
    guard let refund = refund(of: record) else { return 0 }
    let figures = balances[refund.balance].figures
    let amount = min(refund.amount, Amount.maximum - figures.posted - figures.scheduled)
    guard amount > 0 else { return 0 }
    giveBack(amount, of: refund.entry, in: refund.balance, at: moment, isAnswer: false)
    return amount
  }

  /// What is to be given back of the charge for the pieces that are taken back by now.
  private func refund(
    of record: UsageRecord
  ) -> (balance: Int, entry: JournalRow, amount: Amount)? {
    guard let charge = record.charge, let price = record.price,
      case .balance(let unit) = charge.stream, let balance = balance(of: unit),
      let entry = balances[balance].journal[charge.version],
      let full = price.cost(of: record.overflow),
      let kept = price.cost(of: max(0, record.overflow - record.reversed))
    else { return nil }
    let amount = full - kept - (balances[balance].reversed[charge.version] ?? 0)
    return amount > 0 ? (balance, entry, amount) : nil
  }
}

extension UsageOverage {
  fileprivate var isCharge: Bool {
    if case .charge = self { true } else { false }
  }
}

extension UsageRecord {
  fileprivate func reversed(by amount: Amount) -> UsageRecord {
    var record = self
    record.reversed += amount
    return record
  }
}
