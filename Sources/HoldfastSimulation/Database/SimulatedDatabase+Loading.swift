internal import HoldfastPostgres

/// What `LoadingQueries` ask for, without a lock.
extension SimulatedDatabase {
  static let loadingNames: Set<String> = [
    "read_streams", "stream_counts", "clock", "accounts", "overrides", "groups",
    "rows_by_identity", "rows_by_version", "rows_by_subject", "holds", "due_holds",
    "next_lapses", "lots", "repayments", "records", "records_of_streams", "items", "due_counts",
    "transaction_number", "unit",
  ]

  /// `nil` for other statements.
  mutating func load(
    _ name: String, _ arguments: Arguments, _ id: TransactionID, clock: Int64
  ) -> [[Field]]? {
    switch name {
    case "clock":
      let revision = row(.definitionRevision, SimulatedDatabase.revisionKey, for: id)?[0]
      // Nothing is archived here.
      return [[[UInt8](clock - SimulatedDatabase.year2000), revision, [0]]]
    case "transaction_number": return [[[UInt8](number(of: id))]]
    case "unit":
      let unit = row(.unitDefinition, unitKey(arguments), for: id)
      return unit.map { [[$0[2]]] } ?? []
    case "items": return items(of: arguments, id)
    default: return find(name, arguments, id)
    }
  }

  /// The server counts from the year 2000.
  static let year2000: Int64 = 946_684_800_000_000

  private func items(of arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    let tenants = Set(arguments.elements(1))
    return allKeys(.usageItem, slot: 0, for: id)
      .compactMap { row(.usageItem, $0, for: id) }
      .filter { tenants.contains($0[0]) }
      .sorted { left, right in
        for column in 0...2 where left[column] != right[column] {
          return (left[column] ?? []).lexicographicallyPrecedes(right[column] ?? [])
        }
        return false
      }
      .map { [$0[0], $0[3]] }
  }

  private func find(_ name: String, _ arguments: Arguments, _ id: TransactionID) -> [[Field]]? {
    switch name {
    case "read_streams": return ofOwners(.stream, arguments, id, isSorted: true)
    case "accounts": return ofOwners(.account, arguments, id).map { Array($0[0...2]) }
    case "groups": return ofOwners(.groupKey, arguments, id)
    case "stream_counts": return streamCounts(arguments, id)
    case "due_counts":
      let instant = arguments.int8(3)
      return counts(.hold, arguments, id) { lapse(of: $0) <= instant }
    case "overrides":
      return owners(arguments).flatMap { overrides(of: $0, id) }.map { Array($0[0...2]) }
    case "rows_by_identity": return rowsByIdentity(arguments, id)
    case "rows_by_version": return byPosition(.journal, arguments, id)
    case "rows_by_subject": return rowsBySubject(arguments, id)
    case "holds": return holds(arguments, id)
    case "due_holds":
      let instant = arguments.int8(3)
      return owners(arguments).flatMap { openHolds(of: $0, id) }
        .filter { lapse(of: $0) <= instant }.map { Array($0[0...4]) }
    case "next_lapses": return nextLapses(arguments, id)
    case "lots": return byPosition(.lot, arguments, id).map { Array($0[0...3]) }
    case "repayments": return byPosition(.repayment, arguments, id)
    case "records": return byPosition(.usageRecord, arguments, id)
    case "records_of_streams":
      return zip(owners(arguments), arguments.int2s(3)).flatMap { owner, stream in
        keys(.usageRecord, of: owner, for: id).filter { $0.stream == stream }
          .compactMap { row(.usageRecord, $0, for: id) }
      }
    default: return nil
    }
  }

  func owners(_ arguments: Arguments) -> [Owner] {
    let slot = arguments.int2(1)
    return arguments.ids(2).map { Owner(slot: slot, id: $0) }
  }

  func lapse(of hold: [Field]) -> Int64 { (hold[5] ?? []).number(Int64.self) }

  private func ofOwners(
    _ table: Table, _ arguments: Arguments, _ id: TransactionID, isSorted: Bool = false
  ) -> [[Field]] {
    let owners = owners(arguments)
    return (isSorted ? owners.sorted() : owners).flatMap { rows(table, of: $0, for: id) }
  }

  private func streamCounts(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    owners(arguments).compactMap { owner -> [Field]? in
      let streams = rows(.stream, of: owner, for: id)
      guard let account = streams.first?[0] else { return nil }
      let versions = streams.reduce(Int64(0)) { $0 + ($1[5] ?? []).number(Int64.self) }
      return [account, [UInt8](Int64(streams.count)), [UInt8](versions)]
    }
  }

  private func counts(
    _ table: Table, _ arguments: Arguments, _ id: TransactionID, _ isMeant: ([Field]) -> Bool
  ) -> [[Field]] {
    owners(arguments).compactMap { owner -> [Field]? in
      let rows = rows(table, of: owner, for: id).filter(isMeant)
      guard let account = rows.first?[0] else { return nil }
      return [account, [UInt8](Int64(rows.count))]
    }
  }

  /// Ordered by item and revision.
  func overrides(of owner: Owner, _ id: TransactionID) -> [[Field]] {
    rows(.usageOverride, of: owner, for: id).sorted { left, right in
      let column = left[1] == right[1] ? 3 : 1
      return (left[column] ?? []).lexicographicallyPrecedes(right[column] ?? [])
    }
  }

  private func rowsByIdentity(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    let slot = arguments.int2(1)
    return zip(arguments.ids(2), arguments.ids(3)).flatMap { identity, account in
      let owner = Owner(slot: slot, id: account)
      if let own = transactions[id]?.writes[.journal] {
        let fresh = own.filter {
          $0.key.owner == owner && $0.value?[16].map { RowID($0) } == identity
        }
        if !fresh.isEmpty { return fresh.sorted { $0.key < $1.key }.compactMap(\.value) }
      }
      guard let key = identities[.identity(owner, identity)],
        let row = row(.journal, key, for: id)
      else { return [] }
      return [row]
    }
  }

  private func byPosition(
    _ table: Table, _ arguments: Arguments, _ id: TransactionID
  ) -> [[Field]] {
    positions(arguments).compactMap { row(table, $0, for: id) }
  }

  func positions(_ arguments: Arguments) -> [TableKey] {
    let (slot, streams) = (arguments.int2(1), arguments.int2s(3))
    let versions = arguments.int8s(4)
    return arguments.ids(2).enumerated().map {
      TableKey(slot, $1, streams[$0], versions[$0])
    }
  }

  private func rowsBySubject(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    positions(arguments).flatMap { position -> [[Field]] in
      let subject = [UInt8](position.version)
      return keys(.journal, of: position.owner, for: id)
        .filter { $0.stream == position.stream && $0.version > position.version }
        .compactMap { row(.journal, $0, for: id) }
        .filter { $0[9] == subject }
    }
  }

  private func holds(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    zip(owners(arguments), arguments.int8s(3)).flatMap { owner, version in
      keys(.hold, of: owner, for: id).filter { $0.version == version }
        .compactMap { row(.hold, $0, for: id) }
    }.map { Array($0[0...4]) }
  }

  /// In order of version and stream, as the key has them.
  func openHolds(of owner: Owner, _ id: TransactionID) -> [[Field]] {
    keys(.hold, of: owner, for: id)
      .sorted { ($0.version, $0.stream) < ($1.version, $1.stream) }
      .compactMap { row(.hold, $0, for: id) }
  }

  private func nextLapses(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    let instant = arguments.int8(3)
    return owners(arguments).flatMap { owner in
      var least: [Int16: [Field]] = [:]
      for hold in rows(.hold, of: owner, for: id) where lapse(of: hold) > instant {
        let stream = (hold[1] ?? []).number(Int16.self)
        if let present = least[stream], lapse(of: present) <= lapse(of: hold) { continue }
        least[stream] = hold
      }
      return least.sorted { $0.key < $1.key }.map { [$1[0], $1[1], $1[5]] }
    }
  }
}
