internal import Holdfast

/// Putting what was read into the accounts.
extension Loader {
  mutating func takeStreams(_ rows: Rows) throws {
    var row = 0
    while row < rows.rowCount {
      let id = rows.accountID(row, 0)
      var end = row + 1
      while end < rows.rowCount, rows.accountID(end, 0) == id { end += 1 }
      try takeStreams(rows, row..<end, of: try place(of: id))
      row = end
    }
  }

  private mutating func takeStreams(_ rows: Rows, _ range: Range<Int>, of place: Int) throws {
    // A stream that was made while we waited for the first one's lock is not among those locked.
    guard Int(rows.int16(range.lowerBound, 2)) == range.count,
      let address = accounts[place].address
    else { throw BatchFailure.raced }
    let last = range.compactMap { rows.optionalTimestamptz($0, 6) }.max()
    let openHolds = range.reduce(0) { $0 + Int(rows.int32($1, 12)) }
    var state = AccountState(
      id: accounts[place].id, tenant: address.tenant, name: address.account,
      lastInstant: last.map(Instant.init(microseconds:)), openHoldCount: openHolds)
    for row in range {
      accounts[place].streams.append(try stream(rows, row, into: &state))
    }
    accounts[place].lastInstant = state.lastInstant
    accounts[place].state = state
  }

  private func stream(
    _ rows: Rows, _ row: Int, into state: inout AccountState
  ) throws -> LoadedStream {
    let name = rows.text(row, 4)
    let version = rows.int64(row, 5)
    let bytes = Array(rows.bytes(row, 15))
    var loaded: LoadedStream
    switch StreamKind(rawValue: rows.int16(row, 3)) {
    case .balance:
      let parts = try BalanceParts(bytes: bytes)
      let figures = Figures(
        posted: Amount(rows.int64(row, 7)), held: Amount(rows.int64(row, 8)),
        debt: Amount(rows.int64(row, 9)), scheduled: Amount(rows.int64(row, 10)),
        overdraftLimit: Amount(rows.int64(row, 11)))
      let index = state.load(
        BalanceState(
          unit: UnitName(name), version: version, figures: figures, lots: parts.lots,
          repayments: parts.repayments, asOf: state.lastInstant))
      loaded = loadedStream(rows, row, at: .balance(index))
      for lot in parts.lots { loaded.lots[lot.version] = lot }
      loaded.repayments.blocks = parts.blocks
    case .meter:
      let parts = try MeterParts(bytes: bytes)
      let index = state.load(
        UsageMeter(
          item: ItemName(name), version: version, lifetime: Amount(rows.int64(row, 7)),
          counters: parts.counters, revision: parts.revision))
      loaded = loadedStream(rows, row, at: .meter(index))
      loaded.counters = parts.counters
      loaded.revision = parts.revision
    case nil: throw CorruptRow(.stream, expected: "a kind of stream")
    }
    return loaded
  }

  private func loadedStream(
    _ rows: Rows, _ row: Int, at place: RowReference.Stream
  ) -> LoadedStream {
    let nextDue = rows.optionalTimestamptz(row, 14).map(Instant.init(microseconds:))
    return LoadedStream(
      number: rows.int16(row, 1), place: place, version: rows.int64(row, 5),
      lastInstant: Instant(microseconds: rows.timestamptz(row, 6)), openHolds: rows.int32(row, 12),
      entryCount: rows.int64(row, 13),
      nextDueWhenLoaded: nextDue, nextDueElsewhere: nextDue)
  }

  mutating func takeOverrides(_ rows: Rows) throws {
    var overrides: [AccountItem: [UsageOverride]] = [:]
    for row in 0..<rows.rowCount {
      let item = AccountItem(account: rows.accountID(row, 0), item: ItemName(rows.text(row, 1)))
      let limits = try rows.optionalText(row, 2).map { text throws(CorruptRow) in
        try [UsageLimit](storedText: text)
      }
      overrides[item, default: []].append(UsageOverride(limits: limits))
    }
    for (item, revisions) in overrides {
      let place = try place(of: item.account)
      if accounts[place].state == nil {
        guard let address = accounts[place].address else { throw BatchFailure.raced }
        accounts[place].state = AccountState(
          id: item.account, tenant: address.tenant, name: address.account, lastInstant: nil,
          openHoldCount: 0)
      }
      accounts[place].state?.load(overrides: revisions, of: item.item)
    }
  }

  func streamIndex(_ number: Int16, in place: Int) throws(BatchFailure) -> Int {
    guard accounts[place].streams.indices.contains(Int(number)) else { throw .raced }
    return Int(number)
  }

  /// Where a row of a table stands that begins with account, stream and version.
  private func locate(
    _ rows: Rows, _ row: Int
  ) throws -> (place: Int, stream: Int, inPlace: StreamPlace, position: Position) {
    let id = rows.accountID(row, 0)
    let place = try place(of: id)
    let stream = try streamIndex(rows.int16(row, 1), in: place)
    guard let name = accounts[place].name(of: accounts[place].streams[stream]),
      let address = accounts[place].address
    else { throw BatchFailure.raced }
    return (
      place, stream,
      StreamPlace(account: id, tenant: address.tenant, name: address.account, stream: name),
      Position(account: id, stream: name, version: rows.int64(row, 2))
    )
  }

  /// Rows that earlier effects are answered from.
  mutating func takeRows(_ rows: Rows) throws {
    for index in 0..<rows.rowCount {
      let (place, stream, inPlace, position) = try locate(rows, index)
      let row = try StoredRow(atHand: rows, index).row(in: inPlace)
      load(row, at: place, stream)
      guard row.event == .reserve, let cause = row.cause else { continue }
      let identity = AccountIdentity(account: position.account, digest: cause.identity.digest)
      guard footprint.reserves.contains(identity) else { continue }
      wanted.hold(position)
      if footprint.grownByKey.contains(identity) { grown.insert(position) }
    }
  }

  mutating func takePlainRows(_ rows: Rows) throws {
    for index in 0..<rows.rowCount {
      let (place, stream, inPlace, _) = try locate(rows, index)
      load(try StoredRow(atHand: rows, index).row(in: inPlace), at: place, stream)
    }
  }

  private mutating func load(_ row: JournalRow, at place: Int, _ stream: Int) {
    switch accounts[place].streams[stream].place {
    case .balance(let index): accounts[place].state?.load(row, inBalance: index)
    case .meter(let index): accounts[place].state?.load(row, inMeter: index)
    }
  }

  /// Entries that are to be reversed. What was drawn comes back to lots that may be spent.
  mutating func takeEntries(_ rows: Rows) throws {
    for index in 0..<rows.rowCount {
      let (place, stream, inPlace, position) = try locate(rows, index)
      let row = try StoredRow(atHand: rows, index).row(in: inPlace)
      load(row, at: place, stream)
      guard case .balance(let balance) = accounts[place].streams[stream].place,
        let state = accounts[place].state?.balances[balance]
      else { continue }
      var lots = Set(row.draws.map(\.lot))
      if row.event == .credit { lots.insert(row.version) }
      for lot in lots where lot != Draw.debt && state.lots[lot] == nil {
        wanted.lot(position.at(lot))
      }
      guard lots.contains(Draw.debt) else { continue }
      accounts[place].streams[stream].repayments.add(row)
      wantRepayments(position.account, at: place, stream)
    }
  }

  /// Rows that closed a reservation, or took back a part of an entry.
  mutating func takeSubjects(_ rows: Rows) throws {
    for index in 0..<rows.rowCount {
      let (place, stream, inPlace, _) = try locate(rows, index)
      let row = try StoredRow(atHand: rows, index).row(in: inPlace)
      guard case .balance(let balance) = accounts[place].streams[stream].place else { continue }
      guard row.event == .reversal else {
        load(row, at: place, stream)
        for record in row.hold?.counts ?? [] { wanted.record(record) }
        continue
      }
      let before = accounts[place].state?.balances[balance].reversed[row.subject] ?? 0
      accounts[place].state?.load(
        reversed: before + (row.delta.posted + row.delta.scheduled).magnitude,
        ofEntry: row.subject, inBalance: balance)
    }
  }

  mutating func takeHolds(_ rows: Rows) throws {
    for index in 0..<rows.rowCount {
      let (place, stream, inPlace, position) = try locate(rows, index)
      let hold = try Hold(
        version: position.version, remaining: Amount(rows.int64(index, 3)),
        body: Array(rows.bytes(index, 4)), in: inPlace)
      wanted.answered(position)
      guard case .balance(let balance) = accounts[place].streams[stream].place else { continue }
      accounts[place].state?.load(hold, inBalance: balance)
      for record in hold.counts {
        wanted.record(record)
        guard grown.contains(position), case .usage(let item) = record.stream else { continue }
        wantIfStale(AccountItem(account: position.account, item: item))
      }
    }
  }

  mutating func takeLots(_ rows: Rows) throws {
    for index in 0..<rows.rowCount {
      let (place, stream, _, position) = try locate(rows, index)
      let lot = try Lot(version: position.version, body: Array(rows.bytes(index, 3)))
      guard case .balance(let balance) = accounts[place].streams[stream].place else { continue }
      if accounts[place].state?.balances[balance].lots[lot.version] != nil { continue }
      accounts[place].streams[stream].lots[lot.version] = lot
      accounts[place].state?.load(spent: lot, inBalance: balance)
    }
  }

  /// - Parameter named: whether each of them was asked for, so that its charge may be given back.
  mutating func takeRecords(_ rows: Rows, named: Bool) throws {
    for index in 0..<rows.rowCount {
      let (place, stream, inPlace, position) = try locate(rows, index)
      let record = try UsageRecord(
        version: position.version, instant: Instant(microseconds: rows.timestamptz(index, 3)),
        body: Array(rows.bytes(index, 4)), in: inPlace)
      guard case .meter(let meter) = accounts[place].streams[stream].place else { continue }
      accounts[place].streams[stream].records[record.version] = record
      accounts[place].state?.load(record, inMeter: meter)
      guard named else { continue }
      if let charge = record.charge { wanted.entry(charge) }
      if let hold = record.hold, grown.contains(hold) { wantWindow(of: record, at: place, meter) }
    }
  }

  /// What a hold may grow by depends on all that was spent in the window it was counted in.
  private mutating func wantWindow(of record: UsageRecord, at place: Int, _ meter: Int) {
    guard let state = accounts[place].state?.meters[meter],
      state.counters.contains(where: { !$0.contains(record.instant) })
    else { return }
    wanted.meter(AccountItem(account: accounts[place].id, item: state.item))
  }

  /// Counters made for other definitions are counted afresh, from all records.
  mutating func wantIfStale(_ item: AccountItem) {
    guard let account = account(item.account), let state = account.state,
      let meter = state.meters.first(where: { $0.item == item.item })
    else { return }
    let definition = definitions[state.tenant]?.item(item.item)
    let override = Int32(state.overrides[item.item]?.count ?? 0)
    let present = definition.map { Revision(definition: $0.number, override: override) }
    if meter.revision != present { wanted.meter(item) }
  }
}

/// The kinds of streams, as they are stored.
enum StreamKind: Int16 {
  case balance = 1
  case meter = 2
}

extension Rows {
  func accountID(_ row: Int, _ column: Int) -> AccountID {
    AccountID(digest: digest(row, column))
  }

  func digest(_ row: Int, _ column: Int) -> Digest {
    let (first, second) = uuid(row, column)
    return Digest(first: first, second: second)
  }
}

extension ColumnBuffer {
  mutating func append(_ digest: Digest) {
    append(uuid: digest.first, digest.second)
  }
}
