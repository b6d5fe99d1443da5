internal import HoldfastPostgres

/// Writing rows.
extension SimulatedDatabase {
  static let writingNames: Set<String> = [
    "insert_accounts", "insert_streams", "update_streams", "insert_rows", "insert_holds",
    "update_holds", "delete_holds", "upsert_lots", "upsert_records", "upsert_repayments",
    "insert_groups", "insert_feed", "add_to_feed", "upsert_unit", "insert_item", "insert_override",
    "insert_account",
  ]

  /// `nil` for other statements.
  mutating func write(
    _ name: String, _ run: inout StatementRun, _ id: TransactionID, clock: Int64
  ) -> Progress? {
    switch name {
    case "insert_accounts": insert(.account, SimulatedDatabase.accounts, &run, id)
    case "insert_streams": insert(.stream, SimulatedDatabase.newStreams, &run, id)
    case "insert_rows": insert(.journal, SimulatedDatabase.journalRows, &run, id)
    case "insert_holds": insert(.hold, SimulatedDatabase.holds, &run, id)
    case "insert_groups": insert(.groupKey, SimulatedDatabase.groups, &run, id)
    case "update_streams": updateStreams(&run, id)
    case "update_holds": updateHolds(&run, id)
    case "delete_holds": deleteHolds(&run, id)
    case "upsert_lots": upsert(.lot, SimulatedDatabase.lots, &run, id)
    case "upsert_records": upsert(.usageRecord, SimulatedDatabase.records, &run, id)
    case "upsert_repayments": upsert(.repayment, SimulatedDatabase.repayments, &run, id)
    case "insert_feed", "add_to_feed": addToFeed(run.arguments, id, clock: clock)
    default: define(name, &run, id)
    }
  }

  typealias NewRow = (key: TableKey, fields: [Field])

  /// One row after the other. A key that is there is refused; one that another transaction is about to
  /// take is waited for.
  mutating func insert(
    _ table: Table, _ rows: (Arguments) -> [NewRow], _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress {
    let new = rows(run.arguments)
    while run.cursor < new.count {
      let (key, fields) = new[run.cursor]
      if table == .journal, let refused = refusedDescription, fields[11] == refused {
        return .refused(.notInCharacterSet)
      }
      if row(table, key, for: id) != nil { return .refused(.uniqueViolation) }
      if let holder = claim(.row(table, key), for: id) { return .waits(for: holder) }
      if table == .journal, keepsIdentitiesOnce, let claimed = identity(of: fields, key) {
        if identities[claimed] != nil { return .refused(.uniqueViolation) }
        if let holder = claim(claimed, for: id) { return .waits(for: holder) }
      }
      put(fields, table, key, by: id)
      run.cursor += 1
    }
    return .done(Rows(fields: [], commandTag: "INSERT 0 \(new.count)"))
  }

  private mutating func upsert(
    _ table: Table, _ rows: (Arguments) -> [NewRow], _ run: inout StatementRun, _ id: TransactionID
  ) -> Progress {
    let new = rows(run.arguments)
    while run.cursor < new.count {
      var (key, fields) = new[run.cursor]
      if let holder = claim(.row(table, key), for: id) { return .waits(for: holder) }
      // The instant of a record never changes.
      if table == .usageRecord, let present = row(table, key, for: id) { fields[3] = present[3] }
      put(fields, table, key, by: id)
      run.cursor += 1
    }
    return .done(Rows(fields: [], commandTag: "INSERT 0 \(new.count)"))
  }

  /// Whether the row may be changed by its place: it is there, and nobody else wrote it since the
  /// statement began.
  private func isInPlace(
    _ table: Table, _ key: TableKey, _ run: StatementRun, _ id: TransactionID
  ) -> Bool {
    if let own = transactions[id]?.writes[table]?[key] { return own != nil }
    guard let present = tables[table.rawValue][key] else { return false }
    return present.writtenBy <= run.snapshot ?? 0
  }

  private mutating func change(
    _ table: Table, _ keys: [TableKey], _ run: inout StatementRun, _ id: TransactionID,
    _ tag: String, _ changed: (Int, [Field]) -> [Field]?
  ) -> Progress {
    while run.cursor < keys.count {
      let key = keys[run.cursor]
      if row(table, key, for: id) != nil {
        if let holder = claim(.row(table, key), for: id) { return .waits(for: holder) }
        if isInPlace(table, key, run, id), let present = row(table, key, for: id) {
          put(changed(run.cursor, present), table, key, by: id)
          run.answer.append([])
        }
      }
      run.cursor += 1
    }
    return .done(Rows(fields: [], commandTag: "\(tag) \(run.answer.count)"))
  }

  private mutating func updateStreams(_ run: inout StatementRun, _ id: TransactionID) -> Progress {
    let arguments = run.arguments
    let (slot, ids, numbers) = (arguments.int2(1), arguments.ids(2), arguments.int2s(3))
    let columns = (4...15).map { arguments.elements($0) }
    let keys = ids.indices.map { TableKey(slot, ids[$0], numbers[$0]) }
    return change(.stream, keys, &run, id, "UPDATE") { index, present in
      var fields = present
      fields[2] = columns[0][index]
      for column in 1..<columns.count { fields[column + 4] = columns[column][index] }
      return fields
    }
  }

  private mutating func updateHolds(_ run: inout StatementRun, _ id: TransactionID) -> Progress {
    let new = SimulatedDatabase.holds(run.arguments)
    return change(.hold, new.map(\.key), &run, id, "UPDATE") { index, _ in new[index].fields }
  }

  private mutating func deleteHolds(_ run: inout StatementRun, _ id: TransactionID) -> Progress {
    change(.hold, positions(run.arguments), &run, id, "DELETE") { _, _ in nil }
  }

  private mutating func addToFeed(
    _ arguments: Arguments, _ id: TransactionID, clock: Int64
  ) -> Progress {
    let number = number(of: id)
    let key = TableKey(arguments.int2(1), RowID(first: 0, second: number))
    let present = row(.feed, key, for: id)
    let at = clock - SimulatedDatabase.year2000
    let ranges = (present?[2] ?? []) + arguments.bytes(2)
    logPlace += 1
    put([[UInt8](number), [UInt8](at), ranges, [UInt8](logPlace)], .feed, key, by: id)
    return .done(Rows(fields: [], commandTag: "INSERT 0 1"))
  }
}
