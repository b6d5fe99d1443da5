internal import Holdfast

/// The transactions of an erasure on one connection: one that blanks the name and records it, then
/// one for each page of rows.
struct ErasingSession {
  /// A stream of the account as it stands when the erasure begins. Later rows are none of its.
  struct Stream {
    let number: Int16
    let name: StreamName
    let version: Int64
  }

  private let address: AccountAddress
  private let connection: PostgresConnection
  private let slots: Int16
  private let id: AccountID
  private let queries: Queries
  private(set) var report = ErasureReport()

  private static let rowsAtOnce: Int64 = 500

  init(
    _ address: AccountAddress, _ schema: SchemaName, _ connection: PostgresConnection
  ) throws(RetentionError) {
    self.address = address
    self.connection = connection
    queries = Queries(schema: schema)
    let found: Installation?
    do throws(PostgresError) {
      found = try Installation.read(schema, on: connection, deadline: .after(seconds: 60))
    } catch {
      throw .store(error)
    }
    do throws(LedgerError) {
      let installation = try Installation.usable(found)
      slots = installation.slots
      id = AccountID(
        tenant: address.tenant, account: address.account, key: installation.hashKey)
    } catch {
      throw .schemaMismatch(error)
    }
  }

  /// Blanks the name and records the erasure, once nobody writes to the account.
  func begin() throws(RetentionError) -> [Stream] {
    let replies = try ask(
      opening + [
        Statement(queries.erasing.account, key(of: id)),
        Statement(queries.loading.lockStreams, [slot(of: id), .accounts([id])]),
      ])
    let (account, streams) = (replies[2], replies[3])
    guard account.rowCount == 1, account.text(0, 0) == address.tenant.string else {
      throw .accountNotFound
    }
    _ = try ask([
      Statement(queries.erasing.blankName, key(of: id)),
      Statement(queries.erasing.record, key(of: id)),
      Statement(queries.defining.raiseRevision), Statement(TransactionQueries.commit),
    ])
    return (0..<streams.rowCount).map { row in
      let name = streams.text(row, 4)
      return Stream(
        number: streams.int16(row, 1),
        name: StreamKind(rawValue: streams.int16(row, 3)) == .meter
          ? .usage(ItemName(name)) : .balance(UnitName(name)),
        version: streams.int64(row, 5))
    }
  }

  /// Erases the texts of a stream, page by page.
  mutating func erase(_ stream: Stream) throws(RetentionError) {
    let place = StreamPlace(
      account: id, tenant: address.tenant, name: address.account, stream: stream.name)
    var version: Int64 = 0
    while version < stream.version {
      _ = try ask(opening)
      let rows = try rows(of: place, stream.number, after: version, limit: Self.rowsAtOnce)
      guard let last = rows.last else { break }
      report.rows += try rewrite(rows, in: place, stream.number)
      for row in rows { try eraseCounterparts(of: row, at: place) }
      _ = try ask([Statement(TransactionQueries.commit)])
      version = last.version
    }
  }

  /// The other side of a transfer: the row it came from, or those that it opened lots with, which
  /// follow each other.
  private mutating func eraseCounterparts(
    of row: JournalRow, at place: StreamPlace
  ) throws(RetentionError) {
    guard case .transfer = row.cause?.command.action, let first = row.counterpart.position
    else { return }
    let kind: StreamKind
    let name: ByteText
    switch first.stream {
    case .balance(let unit): (kind, name) = (.balance, unit.text)
    case .usage(let item): (kind, name) = (.meter, item.text)
    }
    let stream = try ask([
      Statement(
        queries.erasing.stream,
        key(of: first.account) + [.int2(kind.rawValue), .text(name.string)])
    ])[0]
    guard stream.rowCount == 1 else { throw .corrupt }
    let other = StreamPlace(
      account: first.account, tenant: address.tenant, name: "", stream: first.stream)
    let position = Position(account: id, stream: place.stream, version: row.version)
    let rows = try rows(
      of: other, stream.int16(0, 0), after: first.version - 1,
      limit: row.event == .transferOut ? Int64(row.draws.count) : 1)
    let matching = rows.filter {
      $0.counterpart == .at(position) || (row.event != .transferOut && $0.version == first.version)
    }
    report.counterpartRows += try rewrite(matching, in: other, stream.int16(0, 0))
  }

  private func rows(
    of place: StreamPlace, _ stream: Int16, after version: Int64, limit: Int64
  ) throws(RetentionError) -> [JournalRow] {
    let reply = try ask([
      Statement(
        queries.reading.rowsOfStream,
        key(of: place.account) + [.int2(stream), .int8(version), .int8(limit)])
    ])[0]
    var rows: [JournalRow] = []
    do throws(CorruptRow) {
      for row in 0..<reply.rowCount { rows.append(try StoredRow(reply, row).row(in: place)) }
    } catch {
      throw .corrupt
    }
    return rows
  }

  /// Writes rows without their texts; answers how many had any.
  private func rewrite(
    _ rows: [JournalRow], in place: StreamPlace, _ stream: Int16
  ) throws(RetentionError) -> Int {
    var versions = ColumnBuffer.int8()
    var keys = ColumnBuffer.text()
    var bodies = ColumnBuffer.bytea()
    var count = 0
    for row in rows {
      guard let cause = row.cause, !cause.key.isErased else { continue }
      var row = row
      row.erase()
      let stored = StoredRow(row, in: place)
      versions.append(int8: stored.version)
      keys.append(stored.key)
      bodies.append(bytea: stored.body)
      count += 1
    }
    guard count > 0 else { return 0 }
    _ = try ask([
      Statement(
        queries.erasing.rewriteRows,
        key(of: place.account) + [
          .int2(stream), versions.parameter(), keys.parameter(), bodies.parameter(),
        ])
    ])
    return count
  }

  private var opening: [Statement] {
    [Statement(TransactionQueries.begin), Statement(TransactionQueries.planByIndex)]
  }

  private func slot(of id: AccountID) -> Parameter {
    .int2(Int16(id.digest.second % UInt64(slots)))
  }

  private func key(of id: AccountID) -> [Parameter] {
    [slot(of: id), .account(id)]
  }

  private func ask(_ statements: [Statement]) throws(RetentionError) -> [Rows] {
    do throws(PostgresError) {
      return try connection.run(statements, deadline: .after(seconds: 60))
    } catch {
      throw .store(error)
    }
  }
}
