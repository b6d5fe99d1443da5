internal import Holdfast

/// Everything that is stored of an account: for explanations and for the checker. It takes as much
/// memory as the account has rows.
struct WholeAccount {
  let state: AccountState
  /// Where what is kept in one table is not what another has; a sentence each.
  let disagreements: [String]
  /// The present instant.
  let now: Instant

  private static let rowsAtOnce: Int64 = 10_000

  /// Reads it in one snapshot. An account that does not exist is empty.
  ///
  /// - Parameters:
  ///   - opening: Opens the snapshot; nothing in one that is open.
  ///   - archive: What to read archived rows from; without it the account begins at its checkpoints,
  ///     with what is kept of the rows before.
  static func read(
    _ id: AccountID, _ address: AccountAddress, _ context: StoreContext,
    _ connection: any Connection, opening: [Statement] = AccountSnapshot.opening,
    archive: ArchiveFolder? = nil
  ) throws(ReadFailure) -> WholeAccount {
    let opened = try AccountSnapshot.open(
      Footprint(reading: id, in: address.tenant), of: id, in: address.tenant, context, connection,
      opening: opening)
    do {
      guard let snapshot = opened.snapshot, let part = snapshot.loaded.state else {
        var nobody = AccountState(
          id: id, tenant: address.tenant, name: address.account, lastInstant: nil,
          openHoldCount: 0)
        try addOverrides(to: &nobody, context, connection)
        return WholeAccount(state: nobody, disagreements: [], now: opened.now)
      }
      return try whole(part, snapshot, archive, now: opened.now)
    } catch let failure as ReadFailure {
      throw failure
    } catch let corrupt as CorruptRow {
      throw .corrupt(corrupt)
    } catch let error as ArchiveError {
      throw .refused(LedgerError(.unavailable, "the archive cannot be read: \(error)"))
    } catch {
      throw .raced
    }
  }

  private static func whole(
    _ part: AccountState, _ snapshot: AccountSnapshot, _ archive: ArchiveFolder?, now: Instant
  ) throws -> WholeAccount {
    let checkpoints = try snapshot.checkpoints()
    let archived = checkpoints.isEmpty ? nil : try archive?.account(part.id)
    var state = AccountState(
      id: part.id, tenant: part.tenant, name: part.name, lastInstant: part.lastInstant,
      openHoldCount: part.openHoldCount)
    var twice = KeptTwice(snapshot.loaded)
    for stream in snapshot.loaded.streams {
      let beginning = try beginning(
        of: stream, checkpoints[stream.number], archived, &twice, snapshot)
      let journal = try journal(of: stream, beginning, &twice, snapshot)
      switch stream.place {
      case .balance(let index):
        let balance = part.balances[index]
        _ = state.load(
          BalanceState(
            unit: balance.unit, version: balance.version, figures: balance.figures,
            lots: Array(balance.lots.values), repayments: balance.repayments,
            asOf: part.lastInstant, journal: journal))
        addReversals(in: journal, of: index, to: &state)
      case .meter(let index):
        let meter = part.meters[index]
        _ = state.load(
          UsageMeter(
            item: meter.item, version: meter.version, lifetime: meter.lifetime,
            counters: meter.counters, revision: meter.revision, journal: journal))
      }
    }
    try addParts(to: &state, &twice, snapshot)
    try addOverrides(to: &state, snapshot.context, snapshot.connection)
    state.loadKeys()
    return WholeAccount(state: state, disagreements: twice.disagreements(with: state), now: now)
  }

  /// The rows up to the checkpoint: from the archive, or of them what is kept and what stayed.
  private static func beginning(
    of stream: LoadedStream, _ checkpoint: StreamCheckpoint?, _ archived: ArchivedAccount?,
    _ twice: inout KeptTwice, _ snapshot: AccountSnapshot
  ) throws -> RowStore {
    guard let checkpoint else { return RowStore() }
    let place = try place(of: stream, snapshot)
    var kept: [JournalRow] = []
    let parameters = [snapshot.slotParameter, snapshot.idParameter, .int2(stream.number)]
    var last: Int64 = 0
    while last < checkpoint.version {
      let rows = try snapshot.connection.ask([
        Statement(
          snapshot.context.queries.archive.rowsOfStream,
          parameters + [.int8(last), .int8(rowsAtOnce)])
      ])[0]
      kept += try snapshot.rows(rows, in: place)
      guard rows.rowCount == Int(rowsAtOnce), let end = kept.last else { break }
      last = end.version
    }
    let staying = try snapshot.rows(
      try snapshot.connection.ask([
        Statement(
          snapshot.context.queries.archive.staying, parameters + [.int8(checkpoint.version)])
      ])[0], in: place)
    guard let archived else {
      var journal = RowStore(base: checkpoint.version)
      journal.checkpoint = checkpoint
      for row in kept + staying { journal.load(row) }
      return journal
    }
    return try archived.rows(
      of: stream.number, in: place, through: checkpoint, kept: kept, staying: staying, &twice)
  }

  private static func place(
    of stream: LoadedStream, _ snapshot: AccountSnapshot
  ) throws -> StreamPlace {
    guard let name = snapshot.loaded.name(of: stream), let place = snapshot.place(of: name) else {
      throw ReadFailure.raced
    }
    return place
  }

  private static func journal(
    of stream: LoadedStream, _ beginning: RowStore, _ twice: inout KeptTwice,
    _ snapshot: AccountSnapshot
  ) throws -> RowStore {
    let place = try place(of: stream, snapshot)
    var journal = beginning
    while journal.lastVersion < stream.version {
      let reply = try snapshot.connection.ask([
        Statement(
          snapshot.context.queries.reading.rowsOfStream,
          [
            snapshot.slotParameter, snapshot.idParameter, .int2(stream.number),
            .int8(journal.lastVersion), .int8(rowsAtOnce),
          ])
      ])[0]
      guard reply.rowCount > 0 else { break }
      for index in 0..<reply.rowCount {
        try journal.append(StoredRow(reply, index), in: place, &twice)
      }
    }
    return journal
  }

  private static func addReversals(
    in journal: RowStore, of balance: Int, to state: inout AccountState
  ) {
    var reversed: [Int64: Amount] = [:]
    for row in journal.kept + journal.all where row.event == .reversal {
      let amount = (row.delta.posted + row.delta.scheduled).magnitude
      if amount > 0 { reversed[row.subject, default: 0] += amount }
    }
    for (version, amount) in reversed {
      state.load(reversed: amount, ofEntry: version, inBalance: balance)
    }
  }

  private static func addParts(
    to state: inout AccountState, _ twice: inout KeptTwice, _ snapshot: AccountSnapshot
  ) throws {
    let reading = snapshot.context.queries.reading
    let parameters = [snapshot.slotParameter, snapshot.idParameter]
    let replies = try snapshot.connection.ask([
      Statement(reading.holdsOfAccount, parameters), Statement(reading.lotsOfAccount, parameters),
      Statement(reading.recordsOfAccount, parameters),
      Statement(reading.repaymentsOfAccount, parameters),
    ])
    for row in 0..<replies[0].rowCount {
      let (index, place) = try stream(replies[0], row, snapshot)
      guard case .balance(let balance) = index else { continue }
      let hold = try Hold(
        version: replies[0].int64(row, 2), remaining: Amount(replies[0].int64(row, 3)),
        body: Array(replies[0].bytes(row, 4)), in: place)
      twice.add(hold, lapsesAt: Instant(microseconds: replies[0].timestamptz(row, 5)), in: place)
      state.load(hold, inBalance: balance)
    }
    for row in 0..<replies[1].rowCount {
      guard case .balance(let balance) = try stream(replies[1], row, snapshot).0 else { continue }
      let lot = try Lot(
        version: replies[1].int64(row, 2), body: Array(replies[1].bytes(row, 3)))
      let due = replies[1].optionalTimestamptz(row, 4).map(Instant.init(microseconds:))
      twice.add(lot, due: due, inBalance: balance)
      if state.balances[balance].lots[lot.version] == nil {
        state.load(spent: lot, inBalance: balance)
      }
    }
    for row in 0..<replies[2].rowCount {
      let (index, place) = try stream(replies[2], row, snapshot)
      guard case .meter(let meter) = index else { continue }
      state.load(
        try UsageRecord(
          version: replies[2].int64(row, 2),
          instant: Instant(microseconds: replies[2].timestamptz(row, 3)),
          body: Array(replies[2].bytes(row, 4)), in: place), inMeter: meter)
    }
    try addRepayments(replies[3], to: &state, &twice, snapshot)
  }

  /// Blocks in order; those that were taken back are left out.
  private static func addRepayments(
    _ rows: Rows, to state: inout AccountState, _ twice: inout KeptTwice,
    _ snapshot: AccountSnapshot
  ) throws {
    var blocks: [Int16: [[Draw]]] = [:]
    for row in 0..<rows.rowCount {
      let number = rows.int16(row, 1)
      guard let stream = snapshot.loaded.stream(number),
        rows.int64(row, 2) <= stream.repayments.blocks
      else { continue }
      blocks[number, default: []].append(
        try RepaymentBlock.repayments(Array(rows.bytes(row, 3))))
    }
    for stream in snapshot.loaded.streams {
      guard case .balance(let balance) = stream.place, stream.repayments.blocks > 0 else {
        continue
      }
      let own = blocks[stream.number] ?? []
      if own.count != stream.repayments.blocks {
        twice.add(
          "of \(stream.repayments.blocks) blocks of repayments \(own.count) are there",
          in: try place(of: stream, snapshot))
      }
      state.load(earlier: own.flatMap { $0 }, inBalance: balance)
    }
  }

  private static func addOverrides(
    to state: inout AccountState, _ context: StoreContext, _ connection: any Connection
  ) throws {
    let id = state.id
    let rows = try connection.ask([
      Statement(
        context.queries.reading.overridesOfAccount,
        [
          .int2(context.slot(of: id)), .account(id),
        ])
    ])[0]
    var overrides: [ItemName: [UsageOverride]] = [:]
    for row in 0..<rows.rowCount {
      let limits = try rows.optionalText(row, 2).map { text throws(CorruptRow) in
        try [UsageLimit](storedText: text)
      }
      overrides[ItemName(rows.text(row, 1)), default: []].append(UsageOverride(limits: limits))
    }
    for (item, revisions) in overrides { state.load(overrides: revisions, of: item) }
  }

  private static func stream(
    _ rows: Rows, _ row: Int, _ snapshot: AccountSnapshot
  ) throws -> (RowReference.Stream, StreamPlace) {
    guard let stream = snapshot.loaded.stream(rows.int16(row, 1)),
      let name = snapshot.loaded.name(of: stream), let place = snapshot.place(of: name)
    else { throw ReadFailure.raced }
    return (stream.place, place)
  }

  func explain(
    _ query: ExplainQuery, _ context: StoreContext
  ) throws(LedgerError) -> Explanation {
    var set = WorkingSet(
      calendar: context.calendar, hashKey: context.hashKey,
      maximumOpenReservations: context.maximumOpenReservations)
    set.load(state)
    let now = max(now, state.lastInstant)
    return try set.read(state.id, at: now) { account throws(LedgerError) in
      try account.explain(query, at: now)
    }
  }
}
