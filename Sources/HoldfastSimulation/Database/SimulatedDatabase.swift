package import HoldfastPostgres

/// The ledger's tables as values, with what PostgreSQL does for transactions at READ COMMITTED: a
/// snapshot for each statement, locks on rows that last until the transaction ends, unique keys that
/// wait for whoever is about to take them, and changes that appear at once with the commit.
///
/// It understands the statements that the store sends, by their names, and no other. A test compares
/// its answers with those of a real server.
package struct SimulatedDatabase {
  package typealias TransactionID = Int

  /// What became of a statement so far.
  package enum Progress {
    case done(Rows)
    case refused(SQLState)
    /// Another transaction has to end first; to be gone on with then.
    case waits(for: TransactionID)
  }

  var tables = Table.allCases.map { _ in TableRows() }
  var identities: [Claim: TableKey] = [:]
  private(set) var claims: [Claim: TransactionID] = [:]
  var transactions: [TransactionID: Transaction] = [:]
  private var lastTransaction = 0
  private(set) var commits: Int64 = 0
  private(set) var nextNumber: UInt64 = 1_000
  /// How far the write-ahead log has come.
  var logPlace: UInt64 = 0
  /// Whether the index that keeps identities unique is there; without it for broken engines only.
  package var keepsIdentitiesOnce = true
  /// A description that is refused, as data is that a server cannot take.
  package var refusedDescription: [UInt8]?

  struct Transaction {
    /// The number that the server calls it by, once it has one.
    var number: UInt64?
    /// Rows as they are to be; `nil` in place of one that goes.
    var writes: [Table: [TableKey: [Field]?]] = [:]
    var claims: [Claim] = []
  }

  package init() {
    write(revision: 0)
  }

  private mutating func write(revision: Int64) {
    tables[Table.definitionRevision.rawValue].put(
      [[UInt8](revision)], at: SimulatedDatabase.revisionKey, by: 0)
  }

  static let revisionKey = TableKey(0, RowID(first: 0, second: 1))

  package mutating func begin() -> TransactionID {
    lastTransaction += 1
    transactions[lastTransaction] = Transaction()
    return lastTransaction
  }

  /// Ends a transaction, and lets go of what it held.
  package mutating func end(_ id: TransactionID, commits isCommitted: Bool) {
    guard let transaction = transactions.removeValue(forKey: id) else { return }
    for claim in transaction.claims { claims[claim] = nil }
    guard isCommitted, !transaction.writes.isEmpty else { return }
    commits += 1
    for (table, rows) in transaction.writes {
      for (key, fields) in rows {
        guard let fields else {
          tables[table.rawValue].remove(key)
          continue
        }
        tables[table.rawValue].put(fields, at: key, by: commits)
        if table == .journal, let claim = identity(of: fields, key) { identities[claim] = key }
      }
    }
  }

  /// The number of the transaction, which it gets by this if it has none.
  mutating func number(of id: TransactionID) -> UInt64 {
    if let number = transactions[id]?.number { return number }
    defer { nextNumber += 1 }
    transactions[id]?.number = nextNumber
    return nextNumber
  }

  /// Takes hold of something until the transaction ends; who has it, if that is another.
  mutating func claim(_ claim: Claim, for id: TransactionID) -> TransactionID? {
    if let holder = claims[claim] { return holder == id ? nil : holder }
    claims[claim] = id
    transactions[id]?.claims.append(claim)
    return nil
  }

  func identity(of fields: [Field], _ key: TableKey) -> Claim? {
    fields[16].map { .identity(key.owner, RowID($0)) }
  }

  // MARK: Rows as a transaction sees them

  func row(_ table: Table, _ key: TableKey, for id: TransactionID) -> [Field]? {
    if let own = transactions[id]?.writes[table]?[key] { return own }
    return tables[table.rawValue][key]?.fields
  }

  /// In order of the key.
  func rows(_ table: Table, of owner: Owner, for id: TransactionID) -> [[Field]] {
    keys(table, of: owner, for: id).compactMap { row(table, $0, for: id) }
  }

  func keys(_ table: Table, of owner: Owner, for id: TransactionID) -> [TableKey] {
    let committed = tables[table.rawValue].keys[owner] ?? []
    guard let own = transactions[id]?.writes[table] else { return committed }
    var keys = committed.filter { own[$0] == nil }
    keys += own.filter { $0.key.owner == owner && $0.value != nil }.keys
    return keys.sorted()
  }

  /// Everything of a slot, in order of the key.
  func allKeys(_ table: Table, slot: Int16, for id: TransactionID) -> [TableKey] {
    var owners = Set(tables[table.rawValue].keys.keys.filter { $0.slot == slot })
    for key in transactions[id]?.writes[table]?.keys ?? [:].keys where key.owner.slot == slot {
      owners.insert(key.owner)
    }
    return owners.sorted().flatMap { keys(table, of: $0, for: id) }
  }

  mutating func put(_ fields: [Field]?, _ table: Table, _ key: TableKey, by id: TransactionID) {
    _ = number(of: id)
    transactions[id]?.writes[table, default: [:]].updateValue(fields, forKey: key)
  }
}
