/// The only ways in which state changes.
extension AccountState {
  /// Changes a lot, or opens it when there is none.
  mutating func setLot(_ balance: Int, _ lot: Lot) {
    let version = lot.version
    let old = balances[balance].lot(version)
    log.note(.lot(balance: balance, version: version, old))
    store(lot, in: balance)
    if lot.canBurn, !(old?.canBurn ?? false) || old?.burnKey != lot.burnKey {
      balances[balance].burnQueue.insert(lot)
    }
    if lot.remaining > 0,
      old == nil || old?.remaining == 0 || old?.terms != lot.terms
        || old?.isScheduled != lot.isScheduled
    {
      balances[balance].dueQueue.insert(lot)
    }
  }

  private mutating func store(_ lot: Lot, in balance: Int) {
    if lot.remaining > 0 {
      balances[balance].lots[lot.version] = lot
      if !balances[balance].exhausted.isEmpty {
        balances[balance].exhausted[lot.version] = nil
      }
    } else {
      balances[balance].lots[lot.version] = nil
      balances[balance].exhausted[lot.version] = lot
    }
  }

  mutating func changeLot(_ balance: Int, _ version: Int64, _ change: (inout Lot) -> Void) {
    guard var lot = balances[balance].lot(version) else {
      preconditionFailure("a row names a lot that its balance does not have")
    }
    change(&lot)
    setLot(balance, lot)
  }

  /// Opens or changes an open hold.
  mutating func setHold(_ balance: Int, _ hold: Hold) {
    let old = balances[balance].holds.updateValue(hold, forKey: hold.version)
    log.note(.hold(balance: balance, version: hold.version, old))
    guard let old else {
      setOpenHoldCount(openHoldCount + 1)
      balances[balance].dueQueue.insert(hold)
      balances[balance].compactQueues()
      return
    }
    if old.lapsesAt != hold.lapsesAt { balances[balance].dueQueue.insert(hold) }
  }

  /// Closes a hold by the row that will be written next.
  mutating func closeHold(_ balance: Int, _ version: Int64) {
    let old = balances[balance].holds.removeValue(forKey: version)
    log.note(.hold(balance: balance, version: version, old))
    balances[balance].journal.setCloser(of: version, to: balances[balance].version + 1)
    log.note(.closedHold(balance: balance, version: version))
    setOpenHoldCount(openHoldCount - 1)
  }

  private mutating func setOpenHoldCount(_ count: Int) {
    log.note(.openHoldCount(openHoldCount))
    openHoldCount = count
  }

  mutating func addReversed(_ balance: Int, _ version: Int64, _ amount: Amount) {
    let old = balances[balance].reversed[version]
    log.note(.reversed(balance: balance, version: version, old))
    balances[balance].reversed[version] = (old ?? 0) + amount
  }

  mutating func addRepayment(_ balance: Int, _ draw: Draw) {
    log.note(.repaymentAdded(balance: balance))
    balances[balance].repayments.append(draw)
  }

  /// Takes back up to `amount` of the latest repayment.
  mutating func takeLatestRepayment(_ balance: Int, upTo amount: Amount) -> Draw? {
    guard let latest = balances[balance].repayments.last else { return nil }
    if latest.amount <= amount {
      log.note(.repaymentRemoved(balance: balance, latest))
      balances[balance].repayments.removeLast()
      return latest
    }
    log.note(.repaymentReduced(balance: balance, by: amount))
    balances[balance].repayments[balances[balance].repayments.count - 1].amount -= amount
    return Draw(lot: latest.lot, amount: amount, isRepayment: true)
  }

  mutating func setCounters(_ meter: Int, _ counters: [UsageCounter], _ revision: Revision) {
    log.note(.counters(meter: meter, meters[meter].counters, meters[meter].revision))
    meters[meter].counters = counters
    meters[meter].revision = revision
  }

  mutating func setRecord(_ meter: Int, _ record: UsageRecord) {
    let old = meters[meter].records.updateValue(record, forKey: record.version)
    log.note(.record(meter: meter, version: record.version, old))
  }

  mutating func setKey(_ identity: KeyIdentity, _ reference: RowReference) {
    log.note(.key(identity))
    keys.insert(identity, reference)
  }

  private mutating func setInstant(_ instant: Instant) {
    guard instant != lastInstant else { return }
    log.note(.instant(lastInstant))
    lastInstant = instant
  }

  /// Writes the next row of a balance.
  @discardableResult
  mutating func append(
    _ row: consuming JournalRow, to balance: Int, at moment: Moment
  ) -> Int64 {
    let old = balances[balance].figures
    let version = balances[balance].version + 1
    let instant = max(moment.instant, lastInstant)
    let figures = old + row.delta
    log.note(.figures(balance: balance, version: version - 1, old))
    log.note(.row(.balance(balance)))
    balances[balance].version = version
    balances[balance].figures = figures
    row.place(at: version, instant, after: figures, moment)
    balances[balance].journal.append(row)
    unpublished.append(RowReference(stream: .balance(balance), version: version))
    setInstant(instant)
    return version
  }

  /// Writes the next row of a meter.
  @discardableResult
  mutating func append(
    _ row: consuming JournalRow, toMeter meter: Int, at moment: Moment
  ) -> Int64 {
    let old = meters[meter].lifetime
    let version = meters[meter].version + 1
    let instant = max(moment.instant, lastInstant)
    log.note(.meter(meter, version: version - 1, lifetime: old))
    log.note(.row(.meter(meter)))
    meters[meter].version = version
    meters[meter].lifetime = old + (row.usage?.delta ?? 0)
    row.place(at: version, instant, after: .zero, moment)
    meters[meter].journal.append(row)
    unpublished.append(RowReference(stream: .meter(meter), version: version))
    setInstant(instant)
    return version
  }

  /// Completes a row that this command wrote.
  mutating func amend(_ reference: RowReference, _ change: (inout JournalRow) -> Void) {
    switch reference.stream {
    case .balance(let index): balances[index].journal.changeRow(reference.version, change)
    case .meter(let index): meters[index].journal.changeRow(reference.version, change)
    }
  }
}
