internal import Holdfast

/// What is to be written in one slot.
struct SlotWrites {
  var accounts: [(AccountID, AccountAddress)] = []
  var streams: [StreamChange] = []
  var closedHolds: [RowKey] = []
  var lots: [(RowKey, due: Instant?, body: [UInt8])] = []
  var records: [(RowKey, Instant, body: [UInt8])] = []
  var repayments: [(RowKey, body: [UInt8])] = []
  var groups: [PreparedGroup] = []
  var rollups = SlotRollups()
  private(set) var rows = RowColumns()
  /// Of streams whose rows were looked at before all was decided.
  private var news: [AccountStream: StreamNews] = [:]
  private var newHolds = HoldColumns()
  private var changedHolds = HoldColumns()
  private var ranges: [FeedRange] = []

  var isEmpty: Bool {
    news.isEmpty && streams.isEmpty && lots.isEmpty && records.isEmpty && groups.isEmpty
      && accounts.isEmpty
  }

  /// Adds the rows behind a version, all there will be. Answers what they tell.
  mutating func add(
    _ journal: RowStore, after version: Int64, of account: AccountID, _ stream: Int16,
    in place: StreamPlace
  ) -> StreamNews {
    let key = AccountStream(account: account, stream: stream)
    var news = self.news.removeValue(forKey: key) ?? StreamNews(after: version)
    guard journal.lastVersion > version else { return news }
    news.add(journal, of: account, stream, in: place, to: &rows)
    ranges.append(
      FeedRange(
        account: account, stream: Int(stream), first: version + 1,
        count: Int(journal.lastVersion - version)))
    return news
  }

  /// Adds the rows that there are by now.
  mutating func addAhead(
    _ journal: RowStore, after version: Int64, of account: AccountID, _ stream: Int16,
    in place: StreamPlace
  ) {
    let key = AccountStream(account: account, stream: stream)
    news[key, default: StreamNews(after: version)].add(
      journal, of: account, stream, in: place, to: &rows)
  }

  /// The statement that writes the rows that were added so far.
  mutating func takeRows(_ queries: WritingQueries, _ slot: Int16) -> Statement {
    var taken = RowColumns()
    swap(&taken, &rows)
    return Statement(queries.insertRows, taken.parameters(slot))
  }

  mutating func add(_ hold: Hold, _ key: RowKey, isNew: Bool, in place: StreamPlace) {
    if isNew {
      newHolds.append(hold, key, in: place)
    } else {
      changedHolds.append(hold, key, in: place)
    }
  }

  /// The statements, in an order that every transaction keeps.
  ///
  /// - Parameter isOnlyBatch: whether nothing else is written in the transaction.
  consuming func statements(
    _ queries: WritingQueries, slot: Int16, now: Instant, isOnlyBatch: Bool
  ) -> [Statement] {
    var statements: [Statement] = []
    if !accounts.isEmpty { statements.append(insertAccounts(queries, slot, now)) }
    let new = streams.filter(\.isNew)
    if !new.isEmpty {
      statements.append(Statement(queries.insertStreams, StreamColumns(new).parameters(slot, new)))
    }
    let changed = streams.filter { !$0.isNew }
    if !changed.isEmpty {
      statements.append(Statement(queries.updateStreams, StreamColumns(changed).parameters(slot)))
    }
    if rows.count > 0 {
      statements.append(Statement(queries.insertRows, rows.parameters(slot)))
    }
    if newHolds.count > 0 {
      statements.append(Statement(queries.insertHolds, newHolds.parameters(slot)))
    }
    if changedHolds.count > 0 {
      statements.append(Statement(queries.updateHolds, changedHolds.parameters(slot)))
    }
    if !closedHolds.isEmpty {
      statements.append(Statement(queries.deleteHolds, Parameter.rows(closedHolds, in: slot)))
    }
    if !lots.isEmpty { statements.append(upsertLots(queries, slot)) }
    if !records.isEmpty { statements.append(upsertRecords(queries, slot)) }
    if !repayments.isEmpty { statements.append(upsertRepayments(queries, slot)) }
    if !groups.isEmpty { statements.append(insertGroups(queries, slot)) }
    if !ranges.isEmpty {
      statements.append(
        Statement(
          isOnlyBatch ? queries.insertFeed : queries.addToFeed,
          [.int2(slot), .bytea(FeedRange.bytes(ranges))]))
    }
    return statements
  }

  private func insertAccounts(
    _ queries: WritingQueries, _ slot: Int16, _ now: Instant
  ) -> Statement {
    var ids = ColumnBuffer.uuid(capacity: accounts.count)
    var tenants = ColumnBuffer.text(capacity: accounts.count)
    var names = ColumnBuffer.text(capacity: accounts.count)
    for (id, address) in accounts {
      ids.append(id.digest)
      tenants.append(text: address.tenant.string)
      names.append(text: address.account.string)
    }
    return Statement(
      queries.insertAccounts,
      [
        .int2(slot), ids.parameter(), tenants.parameter(), names.parameter(),
        .timestamptz(now.microseconds),
      ])
  }

  private func upsertLots(_ queries: WritingQueries, _ slot: Int16) -> Statement {
    var dues = ColumnBuffer.timestamptz(capacity: lots.count)
    var bodies = ColumnBuffer.bytea(capacity: lots.count)
    for lot in lots {
      dues.append(lot.due)
      bodies.append(bytea: lot.body)
    }
    return Statement(
      queries.upsertLots,
      Parameter.rows(lots.map(\.0), in: slot) + [dues.parameter(), bodies.parameter()])
  }

  private func upsertRecords(_ queries: WritingQueries, _ slot: Int16) -> Statement {
    var instants = ColumnBuffer.timestamptz(capacity: records.count)
    var bodies = ColumnBuffer.bytea(capacity: records.count)
    for record in records {
      instants.append(record.1)
      bodies.append(bytea: record.body)
    }
    return Statement(
      queries.upsertRecords,
      Parameter.rows(records.map(\.0), in: slot)
        + [instants.parameter(), bodies.parameter()])
  }

  private func upsertRepayments(_ queries: WritingQueries, _ slot: Int16) -> Statement {
    var bodies = ColumnBuffer.bytea(capacity: repayments.count)
    for block in repayments { bodies.append(bytea: block.body) }
    return Statement(
      queries.upsertRepayments,
      Parameter.rows(repayments.map(\.0), in: slot) + [bodies.parameter()])
  }

  private func insertGroups(_ queries: WritingQueries, _ slot: Int16) -> Statement {
    var ids = ColumnBuffer.uuid(capacity: groups.count)
    var fingerprints = ColumnBuffer.uuid(capacity: groups.count)
    for group in groups.sorted(by: { $0.id < $1.id }) {
      ids.append(group.id.digest)
      fingerprints.append(group.fingerprint)
    }
    return Statement(
      queries.insertGroups, [.int2(slot), ids.parameter(), fingerprints.parameter()])
  }
}

extension ColumnBuffer {
  mutating func append(_ instant: Instant?) {
    if let instant { append(timestamptz: instant.microseconds) } else { appendNull() }
  }

  mutating func append(_ text: String?) {
    if let text { append(text: text) } else { appendNull() }
  }
}

private struct AccountStream: Hashable {
  let account: AccountID
  let stream: Int16
}
