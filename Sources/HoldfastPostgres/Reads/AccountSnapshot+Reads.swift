internal import Holdfast

/// What is asked of an account.
extension AccountSnapshot {
  /// The figures of these balances, or of all in byte order of their units.
  mutating func balances(
    _ units: [UnitName]?, expiringWithin seconds: Int
  ) throws(ReadFailure) -> [Balance] {
    let rows = try connection.ask([
      Statement(
        context.queries.loading.nextLapses,
        [slotParameter, .accounts([id]), .timestamptz(now.microseconds)])
    ])[0]
    var lapses: [Int16: Instant] = [:]
    for row in 0..<rows.rowCount {
      lapses[rows.int16(row, 1)] = Instant(microseconds: rows.timestamptz(row, 2))
    }
    let (loaded, now) = (loaded, now)
    return try read { account throws(ReadFailure) in
      let asked =
        units ?? account.balances.filter { $0.version > 0 }.map(\.unit).sorted()
      return asked.map { unit in
        var view = account.readBalance(unit, expiringWithin: seconds, at: now)
        if let number = loaded.number(of: .balance(unit)), let lapse = lapses[number] {
          view.nextDue = min(view.nextDue ?? lapse, lapse)
        }
        return view
      }
    }
  }

  mutating func balance(
    of unit: UnitName, asOf instant: Instant
  ) throws(ReadFailure) -> Balance {
    var rows: [JournalRow] = []
    var checkpoint: StreamCheckpoint?
    if let stream = stream(of: unit), let place = place(of: .balance(unit)) {
      checkpoint = try checkpoints()[stream.number]
      let reply = try connection.ask([
        Statement(
          context.queries.reading.rowAsOf,
          [
            slotParameter, idParameter, .int2(stream.number),
            .timestamptz(instant.microseconds), .int8(stream.version),
          ])
      ])[0]
      rows = try self.rows(reply, in: place)
    }
    return try read { account throws(ReadFailure) in
      if let index = account.balance(of: unit) {
        for row in rows { account.load(row, inBalance: index) }
        if let checkpoint { account.load(checkpoint, inBalance: index) }
      }
      do throws(LedgerError) { return try account.readBalance(unit, asOf: instant) } catch {
        throw .refused(error)
      }
    }
  }

  mutating func reservation(
    _ reference: ReservationReference
  ) throws(ReadFailure) -> Reservation {
    let snapshot = self
    return try read { account throws(ReadFailure) in
      if case .id(let id) = reference, let position = id.position,
        case .balance(let unit) = position.stream
      {
        try snapshot.load([position.version], of: unit, into: &account)
      }
      do throws(LedgerError) { return try account.readReservation(reference) } catch {
        throw .refused(error)
      }
    }
  }

  /// Oldest first; of one unit, or of all.
  mutating func openReservations(_ unit: UnitName?) throws(ReadFailure) -> [Reservation] {
    let rows = try connection.ask([
      Statement(context.queries.reading.holdsOfAccount, [slotParameter, idParameter])
    ])[0]
    try take(holds: rows)
    let snapshot = self
    return try read { account throws(ReadFailure) in
      for balance in account.balances where unit == nil || balance.unit == unit {
        try snapshot.load(Set(balance.holds.keys), of: balance.unit, into: &account)
      }
      return account.readOpenReservations(unit)
    }
  }

  mutating func ledger(
    of unit: UnitName, _ page: LedgerPage
  ) throws(ReadFailure) -> LedgerEntries {
    let snapshot = self
    let archive = try stream(of: unit).flatMap { stream throws(ReadFailure) in
      try checkpoints()[stream.number]
    }
    return try read { account throws(ReadFailure) in
      guard let index = account.balance(of: unit) else {
        do throws(LedgerError) { return try account.readLedger(unit, page) } catch {
          throw .refused(error)
        }
      }
      let stream = snapshot.stream(of: unit)
      let unwritten = Array(account.balances[index].journal.ledger)
      switch page {
      case .cursor(let cursor, let limit):
        var end = Int64.max
        if let cursor {
          do throws(LedgerError) { end = try account.version(of: cursor, unit) } catch {
            throw .refused(error)
          }
        }
        var versions = Array(unwritten.filter { $0 < end }.reversed().prefix(limit + 1))
        if versions.count <= limit, let stream {
          versions += try snapshot.entries(
            of: unit, in: stream, before: end, limit: limit + 1 - versions.count, into: &account
          ).filter { $0 > archive?.version ?? 0 }
        }
        var entries = LedgerEntries(entries: [], nextCursor: nil, total: nil, pageCount: nil)
        let shown = versions.prefix(limit)
        entries.entries = try snapshot.read(shown, of: unit, in: index, from: &account)
        if versions.count > limit, let last = shown.last {
          entries.nextCursor = account.cursor(of: last, unit)
        } else if let archive, archive.entryCount > 0 {
          entries.archivedThrough = archive.instant
        }
        return entries
      case .number(let number, let size):
        let total =
          Int((stream?.entryCount ?? 0) - (archive?.entryCount ?? 0)) + unwritten.count
        let (skipped, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        var versions: [Int64] = []
        if !overflow, skipped < total {
          versions = Array(unwritten.reversed().dropFirst(skipped).prefix(size))
          if versions.count < size, let stream {
            versions += try snapshot.entries(
              of: unit, in: stream, behind: max(0, skipped - unwritten.count),
              limit: size - versions.count, into: &account
            ).filter { $0 > archive?.version ?? 0 }
          }
        }
        var entries = LedgerEntries(
          entries: try snapshot.read(versions[...], of: unit, in: index, from: &account),
          nextCursor: nil, total: total, pageCount: (total + size - 1) / size)
        if let archive, archive.entryCount > 0, overflow || skipped + size >= total {
          entries.archivedThrough = archive.instant
        }
        return entries
      }
    }
  }

  private func entries(
    of unit: UnitName, in stream: LoadedStream, before version: Int64, limit: Int,
    into account: inout AccountState
  ) throws(ReadFailure) -> [Int64] {
    try entries(
      Statement(
        context.queries.reading.entriesBefore,
        [
          slotParameter, idParameter, .int2(stream.number), .int8(version), .int8(Int64(limit)),
        ]), of: unit, into: &account)
  }

  private func entries(
    of unit: UnitName, in stream: LoadedStream, behind count: Int, limit: Int,
    into account: inout AccountState
  ) throws(ReadFailure) -> [Int64] {
    try entries(
      Statement(
        context.queries.reading.entriesBehind,
        [
          slotParameter, idParameter, .int2(stream.number), .int8(Int64(count)),
          .int8(Int64(limit)),
        ]), of: unit, into: &account)
  }

  private func entries(
    _ statement: Statement, of unit: UnitName, into account: inout AccountState
  ) throws(ReadFailure) -> [Int64] {
    guard let place = place(of: .balance(unit)), let index = account.balance(of: unit) else {
      return []
    }
    let rows = try rows(try connection.ask([statement])[0], in: place)
    for row in rows { account.load(row, inBalance: index) }
    return rows.map(\.version)
  }

  /// Entries, once the rows are at hand whose words they carry.
  private func read(
    _ versions: ArraySlice<Int64>, of unit: UnitName, in index: Int,
    from account: inout AccountState
  ) throws(ReadFailure) -> [LedgerEntry] {
    var subjects = Set(versions)
    while !subjects.isEmpty {
      let journal = account.balances[index].journal
      let next = Set(
        subjects.compactMap { version -> Int64? in
          guard let row = journal[version], row.subject != version, row.subject > 0 else {
            return nil
          }
          return row.subject
        })
      try load(next, of: unit, into: &account)
      subjects = next
    }
    return account.readEntries(versions, in: index)
  }

  /// The use of one item, or of every item defined; also of an account that does not exist.
  static func usage(
    of id: AccountID, _ name: AccountName, in tenant: TenantName, item: ItemName?,
    _ context: StoreContext, _ connection: any Connection
  ) throws(ReadFailure) -> [UsageView] {
    var items = item.map { [$0] } ?? []
    while true {
      let opened = try open(
        Footprint(reading: id, in: tenant, items: items), of: id, in: tenant, context, connection)
      let setting = Setting(
        definitions: opened.definitions, calendar: context.calendar,
        maximumOpenReservations: context.maximumOpenReservations)
      if item == nil, items.isEmpty, !opened.definitions.allItems.isEmpty {
        items = opened.definitions.allItems.map(\.item)
        try rollback(connection)
        continue
      }
      do throws(LedgerError) {
        let revisions = try setting.items(items)
        guard var snapshot = opened.snapshot else {
          var nobody = AccountState(
            id: id, tenant: tenant, name: name, lastInstant: nil, openHoldCount: 0)
          return nobody.readUsage(revisions, at: opened.now, setting)
        }
        let now = snapshot.now
        do throws(ReadFailure) {
          return try snapshot.read { account throws(ReadFailure) in
            account.readUsage(revisions, at: now, setting)
          }
        } catch {
          throw error.ledgerError
        }
      } catch {
        throw .refused(error)
      }
    }
  }

  private static func rollback(_ connection: any Connection) throws(ReadFailure) {
    do throws(PostgresError) { try connection.rollback(deadline: .after(seconds: 10)) } catch {
      throw .database(error)
    }
  }

  private mutating func take(holds rows: Rows) throws(ReadFailure) {
    for row in 0..<rows.rowCount {
      guard let stream = loaded.stream(rows.int16(row, 1)), let name = loaded.name(of: stream),
        let place = place(of: name), case .balance(let index) = stream.place
      else { throw .raced }
      do throws(CorruptRow) {
        load(
          try Hold(
            version: rows.int64(row, 2), remaining: Amount(rows.int64(row, 3)),
            body: Array(rows.bytes(row, 4)), in: place), inBalance: index)
      } catch {
        throw .corrupt(error)
      }
    }
  }
}
