internal import Holdfast

/// An account as one read sees it: in a snapshot of its own, without a lock, with what is due included.
struct AccountSnapshot {
  let context: StoreContext
  let connection: any Connection
  let id: AccountID
  private(set) var loaded: LoadedAccount
  private(set) var definitions: TenantDefinitions
  /// The present instant, or that of the account's last row when it is later.
  let now: Instant
  private var set: WorkingSet
  /// Whether rows may be archived.
  private let isArchived: Bool

  /// Opens a snapshot and loads the account; `nil` when there is none in the tenant.
  ///
  /// The definitions are those of the tenant, also where the account does not exist.
  ///
  /// - Parameter opening: Opens the snapshot; nothing in one that is open.
  static func open(
    _ footprint: Footprint, of id: AccountID, in tenant: TenantName, _ context: StoreContext,
    _ connection: any Connection, rows: [Position] = [],
    opening: [Statement] = AccountSnapshot.opening
  ) throws(ReadFailure) -> (
    snapshot: AccountSnapshot?, definitions: TenantDefinitions, now: Instant
  ) {
    var loader = Loader(footprint, context, access: .snapshot)
    for row in rows { loader.wanted.row(row) }
    var statements = loader.begin(opening)
    while !statements.isEmpty {
      let replies = try connection.ask(statements)
      do throws(BatchFailure) { try loader.take(replies) } catch { throw ReadFailure(error) }
      statements = loader.more()
    }
    context.names.add(loader.named, at: loader.revision)
    let definitions = loader.definitions[tenant] ?? TenantDefinitions()
    guard let loaded = loader.account(id), let state = loaded.state, state.tenant == tenant else {
      return (nil, definitions, loader.now)
    }
    let snapshot = AccountSnapshot(
      context, connection, loaded, state, definitions, now: loader.now,
      isArchived: loader.isArchived)
    return (snapshot, definitions, loader.now)
  }

  /// Opens a snapshot.
  static let opening = [
    Statement(TransactionQueries.beginReading), Statement(TransactionQueries.planByIndex),
  ]

  private init(
    _ context: StoreContext, _ connection: any Connection, _ loaded: LoadedAccount,
    _ state: AccountState, _ definitions: TenantDefinitions, now: Instant, isArchived: Bool
  ) {
    self.isArchived = isArchived
    self.context = context
    self.connection = connection
    self.loaded = loaded
    self.definitions = definitions
    id = loaded.id
    self.now = max(now, state.lastInstant)
    set = WorkingSet(
      calendar: context.calendar, hashKey: context.hashKey,
      maximumOpenReservations: context.maximumOpenReservations)
    set.definitions = [state.tenant: definitions]
    set.load(state)
  }

  /// Adds an open reservation.
  mutating func load(_ hold: Hold, inBalance index: Int) {
    guard let slot = set.accounts.slot(of: id) else { return }
    set.withLoaded(slot) { $0.load(hold, inBalance: index) }
  }

  /// Answers from the account as it is now.
  mutating func read<Value>(
    _ body: (inout AccountState) throws(ReadFailure) -> Value
  ) throws(ReadFailure) -> Value {
    try set.read(id, at: now, body)
  }

  var slotParameter: Parameter { .int2(context.slot(of: id)) }
  var idParameter: Parameter { .account(id) }

  func stream(of unit: UnitName) -> LoadedStream? {
    loaded.number(of: .balance(unit)).flatMap { loaded.stream($0) }
  }

  func place(of name: StreamName) -> StreamPlace? {
    loaded.address.map {
      StreamPlace(account: id, tenant: $0.tenant, name: $0.account, stream: name)
    }
  }

  /// Loads rows of a balance that are not at hand.
  func load(
    _ versions: Set<Int64>, of unit: UnitName, into account: inout AccountState
  ) throws(ReadFailure) {
    guard let stream = stream(of: unit), let place = place(of: .balance(unit)),
      let index = account.balance(of: unit)
    else { return }
    let missing = versions.filter {
      $0 > 0 && $0 <= stream.version && account.balances[index].journal[$0] == nil
    }
    guard !missing.isEmpty else { return }
    let parameters = Parameter.rows(
      missing.map { RowKey(account: id, stream: stream.number, version: $0) },
      in: context.slot(of: id))
    var statements = [Statement(context.queries.loading.rowsByVersion, parameters)]
    if isArchived {
      statements.append(Statement(context.queries.archive.rowsByVersion, parameters))
    }
    for rows in try connection.ask(statements) {
      for row in try self.rows(rows, in: place) { account.load(row, inBalance: index) }
    }
  }

  /// What is known of archived rows, by the numbers of the streams.
  func checkpoints() throws(ReadFailure) -> [Int16: StreamCheckpoint] {
    guard isArchived else { return [:] }
    let rows = try connection.ask([
      Statement(context.queries.archive.checkpoints, [slotParameter, idParameter])
    ])[0]
    var found: [Int16: StreamCheckpoint] = [:]
    do throws(CorruptRow) {
      for row in 0..<rows.rowCount {
        let number = rows.int16(row, 0)
        guard let stream = loaded.stream(number), let name = loaded.name(of: stream),
          let place = place(of: name)
        else { continue }
        found[number] = try StreamCheckpoint(rows, row, in: place)
      }
    } catch {
      throw .corrupt(error)
    }
    return found
  }

  func rows(_ rows: Rows, in place: StreamPlace) throws(ReadFailure) -> [JournalRow] {
    var decoded: [JournalRow] = []
    decoded.reserveCapacity(rows.rowCount)
    do throws(CorruptRow) {
      for row in 0..<rows.rowCount {
        decoded.append(try StoredRow(atHand: rows, row).row(in: place))
      }
    } catch {
      throw .corrupt(error)
    }
    return decoded
  }
}
