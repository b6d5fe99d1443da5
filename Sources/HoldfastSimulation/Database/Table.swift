/// The tables of the schema, with the columns that a statement answers or changes by their place.
enum Table: Int, CaseIterable {
  /// id, tenant, name, created
  case account
  /// The columns of `lock_streams`.
  case stream
  /// The columns of `LoadingQueries.rowColumns`.
  case journal
  /// account, stream, version, remaining, body, lapses
  case hold
  /// account, stream, version, body, due
  case lot
  /// account, stream, version, at, body
  case usageRecord
  /// account, stream, block, body
  case repayment
  /// id, fingerprint
  case groupKey
  /// transaction, at, ranges, place
  case feed
  /// tenant, unit, body
  case unitDefinition
  /// tenant, item, revision, body
  case usageItem
  /// account, item, limits, revision
  case usageOverride
  /// revision
  case definitionRevision
  /// writer, seconds, start, tenant, unit, kind, item, the figures
  case consumptionRollup
  /// writer, seconds, start, tenant, item, the figures
  case usageRollup
}

/// What a row is found by: the primary key of its table. Parts that a table does not have are 0.
struct TableKey: Hashable, Comparable {
  let owner: Owner
  let stream: Int16
  let version: Int64

  init(_ slot: Int16, _ id: RowID, _ stream: Int16 = 0, _ version: Int64 = 0) {
    owner = Owner(slot: slot, id: id)
    self.stream = stream
    self.version = version
  }

  static func < (left: TableKey, right: TableKey) -> Bool {
    if left.owner != right.owner { return left.owner < right.owner }
    return (left.stream, left.version) < (right.stream, right.version)
  }
}

/// An account, a group or whatever else has rows, with its slot.
struct Owner: Hashable, Comparable {
  let slot: Int16
  let id: RowID

  static func < (left: Owner, right: Owner) -> Bool {
    left.slot == right.slot ? left.id < right.id : left.slot < right.slot
  }
}

/// What one transaction at a time may hold: a row, or a value that is to be unique.
enum Claim: Hashable {
  case row(Table, TableKey)
  case identity(Owner, RowID)
}

/// The committed rows of a table.
struct TableRows {
  struct Row {
    var fields: [Field]
    /// The number of the commit that wrote it last.
    var writtenBy: Int64
  }

  private(set) var rows: [TableKey: Row] = [:]
  private(set) var keys: [Owner: [TableKey]] = [:]

  subscript(key: TableKey) -> Row? { rows[key] }

  mutating func put(_ fields: [Field], at key: TableKey, by commit: Int64) {
    if rows.updateValue(Row(fields: fields, writtenBy: commit), forKey: key) == nil {
      var own = keys[key.owner] ?? []
      let place = own.lastIndex { $0 < key }.map { $0 + 1 } ?? 0
      own.insert(key, at: place)
      keys[key.owner] = own
    }
  }

  mutating func remove(_ key: TableKey) {
    guard rows.removeValue(forKey: key) != nil else { return }
    keys[key.owner]?.removeAll { $0 == key }
  }
}
