internal import HoldfastPostgres

/// What `ReadingQueries` ask for.
extension SimulatedDatabase {
  static let readingNames: Set<String> = [
    "holds_of_account", "entries_before", "entries_behind", "row_as_of", "rows_of_stream",
    "lots_of_account", "records_of_account", "repayments_of_account", "overrides_of_account",
    "accounts_by_identity", "accounts_of_tenant", "tenants", "due", "due_of_tenant",
    "feed_horizon", "feed",
  ]

  /// `nil` for other statements.
  mutating func read(
    _ name: String, _ arguments: Arguments, _ id: TransactionID
  ) -> [[Field]]? {
    switch name {
    case "holds_of_account": return openHolds(of: owner(arguments), id)
    case "lots_of_account": return rows(.lot, of: owner(arguments), for: id)
    case "records_of_account": return rows(.usageRecord, of: owner(arguments), for: id)
    case "repayments_of_account": return rows(.repayment, of: owner(arguments), for: id)
    case "overrides_of_account":
      return overrides(of: owner(arguments), id).map { Array($0[0...2]) }
    case "entries_before":
      let version = arguments.int8(4)
      return page(
        entries(arguments, id).filter { self.version(of: $0) < version }, 0, arguments.int8(5))
    case "entries_behind":
      return page(entries(arguments, id), arguments.int8(4), arguments.int8(5))
    case "row_as_of":
      let (instant, highest) = (arguments.int8(4), arguments.int8(5))
      let last = streamRows(arguments, id).last {
        self.version(of: $0) <= highest && ($0[3] ?? []).number(Int64.self) <= instant
      }
      return last.map { [$0] } ?? []
    case "rows_of_stream":
      let version = arguments.int8(4)
      return page(
        streamRows(arguments, id).filter { self.version(of: $0) > version }, 0,
        arguments.int8(5))
    case "accounts_by_identity": return accountsByIdentity(arguments, id)
    case "accounts_of_tenant":
      let (behind, tenant) = (arguments.id(2), arguments.field(3))
      return page(
        accounts(arguments, id).filter { $0[1] == tenant && RowID($0[0] ?? []) > behind }, 0,
        arguments.int8(4))
    case "tenants":
      let tenants = Set(accounts(arguments, id).compactMap { $0[1] })
      return tenants.sorted { $0.lexicographicallyPrecedes($1) }.map { [$0] }
    case "due", "due_of_tenant": return due(name, arguments, id)
    case "feed_horizon": return [[Array(horizon.utf8)]]
    case "feed": return feed(arguments, id)
    default: return nil
    }
  }

  private func owner(_ arguments: Arguments) -> Owner {
    Owner(slot: arguments.int2(1), id: arguments.id(2))
  }

  private func version(of row: [Field]) -> Int64 { (row[2] ?? []).number(Int64.self) }

  private func accounts(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    allKeys(.account, slot: arguments.int2(1), for: id)
      .compactMap { row(.account, $0, for: id) }.map { Array($0[0...2]) }
  }

  private func streamRows(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    let stream = arguments.int2(3)
    return keys(.journal, of: owner(arguments), for: id).filter { $0.stream == stream }
      .compactMap { row(.journal, $0, for: id) }
  }

  /// The newest first.
  private func entries(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    streamRows(arguments, id).filter { ($0[5] ?? []).number(Int64.self) != 0 }.reversed()
  }

  private func page(_ rows: [[Field]], _ offset: Int64, _ limit: Int64) -> [[Field]] {
    Array(rows.dropFirst(Int(offset)).prefix(Int(limit)))
  }

  private func accountsByIdentity(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    let (slot, identity, tenant) = (arguments.int2(1), arguments.id(2), arguments.field(3))
    let found = identities.filter { claim, _ in
      if case .identity(let owner, let its) = claim {
        owner.slot == slot && its == identity
      } else {
        false
      }
    }
    return found.values.sorted().compactMap { key in
      guard let row = row(.journal, key, for: id),
        let account = self.row(.account, TableKey(slot, key.owner.id), for: id),
        account[1] == tenant,
        let stream = self.row(.stream, TableKey(slot, key.owner.id, key.stream), for: id)
      else { return nil }
      return [account[1], account[2]] + row + [stream[4]]
    }
  }

  private struct DuePosition: Comparable {
    let at: Int64
    let key: TableKey

    static func < (left: DuePosition, right: DuePosition) -> Bool {
      left.at == right.at ? left.key < right.key : left.at < right.at
    }
  }

  /// Reservations and lots, the longest due first.
  private func due(_ name: String, _ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    let (slot, now) = (arguments.int2(1), arguments.int8(2))
    let behind = DuePosition(
      at: arguments.int8(3),
      key: TableKey(slot, arguments.id(4), arguments.int2(5), arguments.int8(6)))
    let tenant = name == "due" ? nil : arguments.field(8)
    var found: [(place: DuePosition, fields: [Field])] = []
    for (table, column) in [(Table.hold, 5), (Table.lot, 4)] {
      for key in allKeys(table, slot: slot, for: id) {
        guard let row = row(table, key, for: id), let at = row[column],
          tenant == nil || self.row(.account, TableKey(slot, key.owner.id), for: id)?[1] == tenant
        else { continue }
        let place = DuePosition(at: at.number(Int64.self), key: key)
        guard place.at <= now, place > behind else { continue }
        found.append((place, Array(row[0...2]) + [at]))
      }
    }
    found.sort { $0.place < $1.place }
    return page(found.map(\.fields), 0, arguments.int8(7))
  }
}
