internal import Holdfast

/// Compares an account with what was loaded of it, and adds what differs to the writes of its slot.
struct AccountChanges {
  let account: LoadedAccount
  let state: AccountState
  /// The instant as of which due instants are looked at.
  let instant: Instant
  /// How many streams the account has now.
  private let streamCount: Int
  private var nextNumber: Int16

  init(_ account: LoadedAccount, _ state: AccountState, asOf instant: Instant) {
    self.account = account
    self.state = state
    self.instant = instant
    nextNumber = Int16(account.streams.count)
    streamCount =
      state.balances.count { $0.version > 0 } + state.meters.count { $0.version > 0 }
  }

  /// The stream as it was loaded; a new one gets the next number.
  private mutating func stream(
    at place: RowReference.Stream
  ) -> (stream: LoadedStream, isNew: Bool) {
    if let stream = account.streams.first(where: { $0.place == place }) { return (stream, false) }
    defer { nextNumber += 1 }
    return (LoadedStream(number: nextNumber, place: place), true)
  }

  /// The first stream tells how many there are, so that whoever waited for its lock sees that one was
  /// made meanwhile.
  private func hasToTell(_ stream: LoadedStream) -> Bool {
    stream.number == 0 && streamCount != account.streams.count
  }

  private func place(of stream: StreamName) -> StreamPlace {
    StreamPlace(account: account.id, tenant: state.tenant, name: state.name, stream: stream)
  }

  mutating func addBalance(_ index: Int, isSwept: Bool, to writes: inout SlotWrites) {
    let balance = state.balances[index]
    guard balance.version > 0 else { return }
    let (loaded, isNew) = stream(at: .balance(index))
    let hasNews = balance.version > loaded.version || hasToTell(loaded)
    guard hasNews || isSwept else { return }
    let place = place(of: .balance(balance.unit))
    var change = StreamChange(
      account: account.id, number: loaded.number, streamCount: Int16(streamCount), isNew: isNew,
      kind: .balance, name: balance.unit.text, version: balance.version,
      lastInstant: balance.journal[balance.version]?.instant ?? loaded.lastInstant,
      figures: balance.figures, openHolds: loaded.openHolds,
      entryCount: loaded.entryCount)
    let news = writes.add(
      balance.journal, after: loaded.version, of: account.id, loaded.number, in: place)
    change.entryCount += news.entryCount
    change.openHolds += addHolds(news.holds, of: balance, loaded, in: place, to: &writes)
    var nextDue = loaded.nextDueElsewhere ?? .latest
    for hold in balance.holds.values { nextDue = min(nextDue, hold.lapsesAt) }
    for lot in balance.lots.values {
      if let due = lot.nextDue(asOf: instant) { nextDue = min(nextDue, due) }
      addLot(lot, loaded, to: &writes)
    }
    for lot in balance.exhausted.values { addLot(lot, loaded, to: &writes) }
    change.nextDue = nextDue == .latest ? nil : nextDue
    guard hasNews || change.nextDue != loaded.nextDueWhenLoaded else { return }
    let (blocks, latest) = LoadedRepayments.parted(balance.repayments)
    var blockCount = loaded.repayments.blocks
    for block in blocks {
      blockCount += 1
      let key = RowKey(account: account.id, stream: loaded.number, version: blockCount)
      writes.repayments.append((key, RepaymentBlock.body(block)))
    }
    change.state = BalanceParts.bytes(
      lots: balance.lots.values, repayments: latest, blocks: blockCount)
    writes.streams.append(change)
  }

  /// Answers by how many the open holds grew.
  private func addHolds(
    _ versions: Set<Int64>, of balance: BalanceState, _ loaded: LoadedStream,
    in place: StreamPlace, to writes: inout SlotWrites
  ) -> Int32 {
    var growth: Int32 = 0
    for version in versions.sorted() {
      let key = RowKey(account: account.id, stream: loaded.number, version: version)
      let isNew = version > loaded.version
      if let hold = balance.holds[version] {
        writes.add(hold, key, isNew: isNew, in: place)
        if isNew { growth += 1 }
      } else if !isNew {
        writes.closedHolds.append(key)
        growth -= 1
      }
    }
    return growth
  }

  /// What was due of a lot is asked as of its own balance's last row: another balance may have brought
  /// the account further since the lot was written.
  private func addLot(_ lot: Lot, _ loaded: LoadedStream, to writes: inout SlotWrites) {
    let due = lot.nextDue(asOf: instant)
    if let before = loaded.lots[lot.version], before.terms == lot.terms,
      before.isVoided == lot.isVoided, before.isScheduled == lot.isScheduled,
      (before.remaining == 0) == (lot.remaining == 0),
      before.nextDue(asOf: loaded.lastInstant) == due
    {
      return
    }
    let key = RowKey(account: account.id, stream: loaded.number, version: lot.version)
    writes.lots.append((key, due, lot.body))
  }

  mutating func addMeter(_ index: Int, isTouched: Bool, to writes: inout SlotWrites) {
    let meter = state.meters[index]
    guard meter.version > 0 else { return }
    let (loaded, isNew) = stream(at: .meter(index))
    guard isTouched || meter.revision != loaded.revision else { return }
    let place = place(of: .usage(meter.item))
    _ = writes.add(meter.journal, after: loaded.version, of: account.id, loaded.number, in: place)
    for record in meter.records.values where loaded.records[record.version] != record {
      let key = RowKey(account: account.id, stream: loaded.number, version: record.version)
      writes.records.append((key, record.instant, record.body(in: place)))
    }
    guard
      isNew || hasToTell(loaded) || meter.version > loaded.version
        || meter.revision != loaded.revision || meter.counters != loaded.counters
    else { return }
    var change = StreamChange(
      account: account.id, number: loaded.number, streamCount: Int16(streamCount), isNew: isNew,
      kind: .meter, name: meter.item.text, version: meter.version,
      lastInstant: meter.journal[meter.version]?.instant ?? loaded.lastInstant,
      figures: Figures(posted: meter.lifetime), openHolds: 0, entryCount: 0)
    change.state = MeterParts(counters: meter.counters, revision: meter.revision).bytes
    writes.streams.append(change)
  }
}
