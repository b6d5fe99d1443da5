internal import Holdfast

/// Reads the feed of a tenant from a cursor on.
struct FeedReader {
  let tenant: TenantName
  let context: StoreContext
  let connection: any Connection
  private var names: [AccountID: AccountAddress] = [:]
  private var changes: [Change] = []
  private var revision: Int64 = 0
  /// The accounts of which rows are gone that a transaction wrote.
  private var archived: Set<AccountID> = []

  private static let transactionsAtOnce: Int64 = 64

  init(_ tenant: TenantName, _ context: StoreContext, _ connection: any Connection) {
    self.tenant = tenant
    self.context = context
    self.connection = connection
  }

  mutating func read(
    from start: FeedCursor, limit: Int
  ) throws(ReadFailure) -> Changes {
    var cursor = start
    let opening = try connection.ask([
      Statement(TransactionQueries.beginReading), Statement(TransactionQueries.planByIndex),
      Statement(context.queries.reading.feedHorizon), Statement(context.queries.loading.clock),
    ])
    revision = opening[3].int64(0, 1)
    context.names.noteRevision(revision)
    let horizon = opening[2].text(0, 0)
    if cursor.window.isEmpty { cursor.window = horizon }
    try readWindow(&cursor, limit: limit)
    // An answer without changes says that nothing is newer, not that an older window ended.
    if changes.isEmpty, cursor.shown != horizon {
      cursor.window = horizon
      try readWindow(&cursor, limit: limit)
    }
    return Changes(
      changes: changes, cursor: cursor.text, archivedThrough: try archivedThrough())
  }

  /// Up to when rows were archived, of the accounts of which some were missing.
  private func archivedThrough() throws(ReadFailure) -> Instant? {
    var latest: Instant?
    for (slot, ids) in Dictionary(grouping: archived, by: { context.slot(of: $0) }) {
      let rows = try connection.ask([
        Statement(context.queries.archive.instants, [.int2(slot), .accounts(ids)])
      ])[0]
      for row in 0..<rows.rowCount {
        let instant = Instant(microseconds: rows.timestamptz(row, 1))
        latest = max(instant, latest ?? instant)
      }
    }
    return latest
  }

  /// Reads on in the window, and ends it when it was shown.
  private mutating func readWindow(
    _ cursor: inout FeedCursor, limit: Int
  ) throws(ReadFailure) {
    while cursor.slot < context.slotCount, changes.count < limit {
      let rows = try connection.ask([
        Statement(
          context.queries.reading.feed,
          [
            .int2(Int16(cursor.slot)), .text(cursor.shown), .text(cursor.window),
            .lsn(cursor.place), .timestamptz(cursor.instant), .xid8(cursor.transaction),
            .int8(FeedReader.transactionsAtOnce),
          ])
      ])[0]
      try take(rows, &cursor, limit: limit)
      if changes.count < limit, rows.rowCount < FeedReader.transactionsAtOnce { cursor.nextSlot() }
    }
    if cursor.slot >= context.slotCount { cursor.endWindow() }
  }

  private mutating func take(
    _ rows: Rows, _ cursor: inout FeedCursor, limit: Int
  ) throws(ReadFailure) {
    let slot = Int16(cursor.slot)
    for row in 0..<rows.rowCount {
      let ranges: [FeedRange]
      do throws(CorruptRow) { ranges = try FeedRange.ranges(in: Array(rows.bytes(row, 2))) } catch {
        throw .corrupt(error)
      }
      let written = try changes(in: ranges, slot: slot)
      for change in written.dropFirst(cursor.rowCount) {
        if changes.count == limit { return }
        cursor.rowCount += 1
        if let change { changes.append(change) }
      }
      cursor.place = rows.uint64(row, 3)
      cursor.instant = rows.timestamptz(row, 1)
      cursor.transaction = rows.uint64(row, 0)
      cursor.rowCount = 0
    }
  }

  /// The rows of some ranges in their order; `nil` for those of other tenants, and for those that were
  /// archived, so that a cursor counts the same before and after.
  private mutating func changes(
    in ranges: [FeedRange], slot: Int16
  ) throws(ReadFailure) -> [Change?] {
    let own = try ownAccounts(of: ranges, slot: slot)
    let streams = try self.streams(of: own, slot: slot)
    let asked = ranges.filter { own.contains($0.account) }
    let replies = try connection.ask(
      asked.map { range in
        Statement(
          context.queries.reading.rowsOfStream,
          [
            .int2(slot), .account(range.account), .int2(Int16(range.stream)),
            .int8(range.first - 1), .int8(Int64(range.count)),
          ])
      })
    var found: [Change?] = []
    var next = 0
    for range in ranges {
      guard own.contains(range.account) else {
        found += Array(repeating: nil, count: range.count)
        continue
      }
      defer { next += 1 }
      guard let address = names[range.account],
        let name = streams[StreamKey(account: range.account, number: Int16(range.stream))]
      else { throw .raced }
      let place = StreamPlace(
        account: range.account, tenant: address.tenant, name: address.account, stream: name)
      let written = try changes(in: replies[next], of: range, at: place)
      if written.contains(where: { $0 == nil }) { archived.insert(range.account) }
      found += written
    }
    return found
  }

  /// One for each row of the range; `nil` where it is gone.
  private func changes(
    in rows: Rows, of range: FeedRange, at place: StreamPlace
  ) throws(ReadFailure) -> [Change?] {
    var changes: [Change?] = Array(repeating: nil, count: range.count)
    for row in 0..<rows.rowCount {
      let offset = rows.int64(row, 2) - range.first
      guard offset < Int64(range.count) else { break }
      do throws(CorruptRow) {
        let row = try StoredRow(rows, row).row(in: place)
        changes[Int(offset)] = Change(
          row, at: Position(account: range.account, stream: place.stream, version: row.version),
          account: place.name)
      } catch {
        throw .corrupt(error)
      }
    }
    return changes
  }

  private mutating func ownAccounts(
    of ranges: [FeedRange], slot: Int16
  ) throws(ReadFailure) -> Set<AccountID> {
    let ids = Set(ranges.map(\.account))
    let unknown = ids.filter { names[$0] == nil }
    if !unknown.isEmpty {
      names.merge(context.names.addresses(of: unknown)) { $1 }
      let unnamed = unknown.filter { names[$0] == nil }
      let rows = try connection.ask([
        Statement(context.queries.loading.accounts, [.int2(slot), .accounts(unnamed)])
      ])[0]
      var loaded: [(AccountID, AccountAddress)] = []
      for row in 0..<rows.rowCount {
        loaded.append(
          (
            rows.accountID(row, 0),
            AccountAddress(
              tenant: TenantName(rows.text(row, 1)), account: AccountName(rows.text(row, 2)))
          ))
      }
      names.merge(loaded) { $1 }
      context.names.add(loaded, at: revision)
    }
    return ids.filter { names[$0]?.tenant == tenant }
  }

  private struct StreamKey: Hashable {
    let account: AccountID
    let number: Int16
  }

  private func streams(
    of ids: Set<AccountID>, slot: Int16
  ) throws(ReadFailure) -> [StreamKey: StreamName] {
    guard !ids.isEmpty else { return [:] }
    let rows = try connection.ask([
      Statement(context.queries.loading.readStreams, [.int2(slot), .accounts(ids)])
    ])[0]
    var streams: [StreamKey: StreamName] = [:]
    for row in 0..<rows.rowCount {
      let name = rows.text(row, 4)
      streams[StreamKey(account: rows.accountID(row, 0), number: rows.int16(row, 1))] =
        StreamKind(rawValue: rows.int16(row, 3)) == .meter
        ? .usage(ItemName(name)) : .balance(UnitName(name))
    }
    return streams
  }
}
