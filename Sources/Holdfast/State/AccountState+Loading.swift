/// Putting together the part of an account that a store loaded.
///
/// A part holds what the commands at hand can touch: all balances and meters with their figures, lots
/// with something remaining and counters, of rows, reservations, records and spent lots those that are
/// named, and of repayments the latest, as many as can be taken back. What is due must be there.
extension AccountState {
  /// - Parameters:
  ///   - lastInstant: the instant of its last row; `nil` before the first.
  ///   - openHoldCount: all open reservations, loaded or not.
  package init(
    id: AccountID, tenant: TenantName, name: AccountName, lastInstant: Instant?,
    openHoldCount: Int
  ) {
    self.init(id: id, tenant: tenant, name: name)
    if let lastInstant { self.lastInstant = lastInstant }
    self.openHoldCount = openHoldCount
  }

  /// Adds a balance; the answer is its index.
  package mutating func load(_ balance: BalanceState) -> Int {
    balances.append(balance)
    return balances.count - 1
  }

  /// Adds a meter; the answer is its index.
  package mutating func load(_ meter: UsageMeter) -> Int {
    let index = makeMeter(of: meter.item)
    meters[index] = meter
    return index
  }

  /// Adds the limits that stand in for an item's, each revision in order.
  package mutating func load(overrides: [UsageOverride], of item: ItemName) {
    self.overrides[item] = overrides
  }

  /// Adds a row of a balance; what is answered from it is found under its key.
  package mutating func load(_ row: JournalRow, inBalance balance: Int) {
    balances[balance].journal.load(row)
    loadKey(of: row, RowReference(stream: .balance(balance), version: row.version))
  }

  /// Adds a row of a meter; what is answered from it is found under its key.
  package mutating func load(_ row: JournalRow, inMeter meter: Int) {
    meters[meter].journal.load(row)
    loadKey(of: row, RowReference(stream: .meter(meter), version: row.version))
  }

  private mutating func loadKey(of row: JournalRow, _ reference: RowReference) {
    guard row.isAnswer, let cause = row.cause else { return }
    keys.insert(cause.identity, reference)
  }

  /// Says what is known of the archived rows of a balance.
  package mutating func load(_ checkpoint: StreamCheckpoint, inBalance balance: Int) {
    balances[balance].journal.checkpoint = checkpoint
  }

  /// Makes every command known that is answered from the rows at hand.
  package mutating func loadKeys() {
    for index in balances.indices {
      for row in balances[index].journal.kept + balances[index].journal.all {
        loadKey(of: row, RowReference(stream: .balance(index), version: row.version))
      }
    }
    for index in meters.indices {
      for row in meters[index].journal.kept + meters[index].journal.all {
        loadKey(of: row, RowReference(stream: .meter(index), version: row.version))
      }
    }
  }

  /// Adds an open reservation.
  package mutating func load(_ hold: Hold, inBalance balance: Int) {
    balances[balance].load(hold)
  }

  /// Adds a lot that has nothing remaining.
  package mutating func load(spent lot: Lot, inBalance balance: Int) {
    balances[balance].exhausted[lot.version] = lot
  }

  /// Adds repayments of debt made before those that are there.
  package mutating func load(earlier repayments: [Draw], inBalance balance: Int) {
    balances[balance].repayments.insert(contentsOf: repayments, at: 0)
  }

  /// Adds how much of an entry was reversed.
  package mutating func load(
    reversed amount: Amount, ofEntry version: Int64, inBalance balance: Int
  ) {
    balances[balance].reversed[version] = amount
  }

  /// Adds a record of counted usage.
  package mutating func load(_ record: UsageRecord, inMeter meter: Int) {
    meters[meter].records[record.version] = record
  }
}

extension BalanceState {
  /// - Parameters:
  ///   - version: the version of its last row.
  ///   - lots: those with something remaining.
  ///   - repayments: what lots repaid of the debt and was not undone since, the latest last.
  ///   - instant: that of the account's last row.
  ///   - journal: all rows; `nil` when they are kept elsewhere.
  package init(
    unit: UnitName, version: Int64, figures: Figures, lots: [Lot], repayments: [Draw],
    asOf instant: Instant, journal: RowStore? = nil
  ) {
    self.init(unit: unit)
    self.version = version
    self.figures = figures
    self.repayments = repayments
    self.journal = journal ?? RowStore(base: version)
    for lot in lots.sorted(by: { $0.version < $1.version }) {
      self.lots[lot.version] = lot
      if lot.nextDue(asOf: instant) != nil { dueQueue.insert(lot) }
      if lot.canBurn { burnQueue.insert(lot) }
    }
  }

  mutating func load(_ hold: Hold) {
    guard holds.updateValue(hold, forKey: hold.version) == nil else { return }
    dueQueue.insert(hold)
  }
}

extension UsageMeter {
  /// - Parameters:
  ///   - version: the version of its last row.
  ///   - lifetime: all pieces of all time, less what was taken back.
  ///   - revision: the definitions for which the counters were made.
  ///   - journal: all rows; `nil` when they are kept elsewhere.
  package init(
    item: ItemName, version: Int64, lifetime: Amount, counters: [UsageCounter],
    revision: Revision?, journal: RowStore? = nil
  ) {
    self.init(item: item)
    self.version = version
    self.lifetime = lifetime
    self.counters = counters
    self.revision = revision
    self.journal = journal ?? RowStore(base: version)
  }
}
