internal import Holdfast

/// Loads what pieces of work can touch, in as few steps as possible.
///
/// `begin` asks for all that is known from the work itself; `more` for what follows from the answers,
/// until nothing does. It sends nothing itself.
struct Loader {
  /// Whether the accounts are locked against other transactions.
  enum Access {
    case locked
    case snapshot
  }

  /// What the reply to a statement is.
  enum Question {
    case nothing
    case accounts
    case streams
    case clock
    case overrides
    case groups
    case definitions(Set<TenantName>)
    case rows
    case entries
    case plainRows
    case closersAndReversals
    case holds
    case dueHolds([AccountID])
    case nextLapses
    case lots
    /// Of so many blocks.
    case repayments(Int)
    case records
    case recordsOfStreams
  }

  let context: StoreContext
  let footprint: Footprint
  let access: Access
  var wanted = Wants()
  var accounts: [LoadedAccount] = []
  private var index: [AccountID: Int] = [:]
  private(set) var groups: [AccountID: Digest] = [:]
  private(set) var definitions: [TenantName: TenantDefinitions] = [:]
  /// The store's clock as of this transaction.
  private(set) var now = Instant(microseconds: .min)
  /// Accounts whose names came out of the database.
  private(set) var named: [(AccountID, AccountAddress)] = []
  /// That of all definitions and names.
  private(set) var revision: Int64 = 0
  private var areDefinitionsKnown = false
  private var areStaleMetersWanted = false
  /// Whether rows may be archived, and then whether they were asked for by the keys of the work.
  private(set) var isArchived: Bool
  private var areKeptRowsWanted = false
  /// Reservations that are to grow.
  var grown: Set<Position>
  private var questions: [Question] = []
  private var statements: [Statement] = []

  init(_ footprint: Footprint, _ context: StoreContext, access: Access) {
    self.context = context
    self.footprint = footprint
    self.access = access
    grown = footprint.grown
    isArchived = context.archive.isUsed
    let known = context.names.addresses(of: footprint.accounts)
    accounts.reserveCapacity(footprint.accounts.count)
    index.reserveCapacity(footprint.accounts.count)
    for id in footprint.accounts {
      index[id] = accounts.count
      var account = LoadedAccount(id)
      account.address = known[id].map { address($0, of: id) }
      accounts.append(account)
    }
  }

  /// An account whose name was erased has the one that a command gives, from which its id was made.
  private func address(_ stored: AccountAddress, of id: AccountID) -> AccountAddress {
    guard stored.account.text.string.isEmpty else { return stored }
    return footprint.addresses[id] ?? stored
  }

  // MARK: Asking

  /// The first step; it begins with `opening`.
  mutating func begin(_ opening: [Statement]) -> [Statement] {
    for statement in opening { ask(.nothing, statement) }
    let loading = context.queries.loading
    let unnamed = accounts.filter { $0.address == nil }.map(\.id)
    askBySlot(.accounts, loading.accounts, unnamed)
    let streams = access == .locked ? loading.lockStreams : loading.readStreams
    askBySlot(.streams, streams, accounts.map(\.id))
    ask(.clock, Statement(loading.clock))
    askBySlot(.overrides, loading.overrides, footprint.counting)
    askBySlot(.groups, loading.groups, footprint.groups)
    askByIdentity(loading.rowsByIdentity)
    if isArchived { askForKeptRows() }
    for hold in footprint.holds { wanted.hold(hold) }
    for entry in footprint.entries { wanted.entry(entry) }
    for record in footprint.records { wanted.record(record) }
    askForHolds()
    return taken()
  }

  /// The next step; empty when everything is at hand.
  mutating func more() -> [Statement] {
    if isArchived, !areKeptRowsWanted { askForKeptRows() }
    askForHolds()
    let (loading, archive) = (context.queries.loading, context.queries.archive)
    askForRows(
      .closersAndReversals, loading.rowsBySubject, archive.rowsBySubject, wanted.takeSubjects())
    askForRows(.entries, loading.rowsByVersion, archive.rowsByVersion, wanted.takeEntries())
    askForRows(.plainRows, loading.rowsByVersion, archive.rowsByVersion, wanted.takeRows())
    askForRows(.lots, context.queries.loading.lots, wanted.takeLots())
    askForRows(.records, context.queries.loading.records, wanted.takeRecords())
    askForRepayments()
    askForRecordsOfStreams()
    return taken()
  }

  private mutating func taken() -> [Statement] {
    defer { statements = [] }
    return statements
  }

  private mutating func ask(_ question: Question, _ statement: Statement) {
    questions.append(question)
    statements.append(statement)
  }

  /// Groups by slot, in ascending order of slots.
  private func bySlot<Element>(
    _ elements: some Sequence<Element>, of account: (Element) -> AccountID
  ) -> [(slot: Int16, elements: [Element])] {
    var slots: [Int16: [Element]] = [:]
    for element in elements {
      slots[context.slot(of: account(element)), default: []].append(element)
    }
    return slots.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func askBySlot(
    _ question: Question, _ query: Query, _ ids: some Sequence<AccountID>
  ) {
    for (slot, ids) in bySlot(ids, of: { $0 }) {
      ask(question, Statement(query, [.int2(slot), .accounts(ids)]))
    }
  }

  /// Effects of the identities that the work names.
  private mutating func askByIdentity(_ query: Query) {
    for (slot, identities) in bySlot(footprint.identities, of: \.account) {
      var digests = ColumnBuffer.uuid(capacity: identities.count)
      var ids = ColumnBuffer.uuid(capacity: identities.count)
      for identity in identities {
        digests.append(identity.digest)
        ids.append(identity.account.digest)
      }
      ask(.rows, Statement(query, [.int2(slot), digests.parameter(), ids.parameter()]))
    }
  }

  private mutating func askForKeptRows() {
    areKeptRowsWanted = true
    askByIdentity(context.queries.archive.rowsByIdentity)
  }

  private mutating func askForHolds() {
    for (slot, holds) in bySlot(wanted.takeHolds(), of: \.account) {
      var ids = ColumnBuffer.uuid(capacity: holds.count)
      var versions = ColumnBuffer.int8(capacity: holds.count)
      for hold in holds {
        ids.append(hold.account.digest)
        versions.append(int8: hold.version)
      }
      ask(
        .holds,
        Statement(
          context.queries.loading.holds, [.int2(slot), ids.parameter(), versions.parameter()]))
    }
  }

  /// The same of rows that may be in the journal or archived.
  private mutating func askForRows(
    _ question: Question, _ query: Query, _ archive: Query, _ positions: [Position]
  ) {
    askForRows(question, query, positions)
    if isArchived { askForRows(question, archive, positions) }
  }

  /// Asks by stream number and version; a position in a stream that the account does not have names
  /// nothing.
  private mutating func askForRows(
    _ question: Question, _ query: Query, _ positions: [Position]
  ) {
    let keys = positions.compactMap { position -> RowKey? in
      guard let number = account(position.account)?.number(of: position.stream) else { return nil }
      return RowKey(account: position.account, stream: number, version: position.version)
    }
    for (slot, keys) in bySlot(keys, of: \.account) {
      ask(question, Statement(query, Parameter.rows(keys, in: slot)))
    }
  }

  private mutating func askForRepayments() {
    for (slot, blocks) in bySlot(wanted.takeRepayments(), of: \.account) {
      ask(
        .repayments(blocks.count),
        Statement(context.queries.loading.repayments, Parameter.rows(blocks, in: slot)))
    }
  }

  private mutating func askForRecordsOfStreams() {
    let placed = wanted.takeMeters().compactMap { meter -> (AccountID, Int16)? in
      account(meter.account)?.number(of: .usage(meter.item)).map { (meter.account, $0) }
    }
    for (slot, placed) in bySlot(placed, of: \.0) {
      var streams = ColumnBuffer.int2(capacity: placed.count)
      for (_, number) in placed { streams.append(int2: number) }
      ask(
        .recordsOfStreams,
        Statement(
          context.queries.loading.recordsOfStreams,
          [.int2(slot), .accounts(placed.map(\.0)), streams.parameter()]))
    }
  }

  /// Asks for what lapses by now, once the clock is known.
  private mutating func askForDue() {
    let latest = accounts.reduce(now) { max($0, $1.state?.lastInstant ?? $0) }
    wantCredits(startingBy: latest)
    let due = accounts.filter { account in
      account.streams.contains { $0.nextDueElsewhere.map { $0 <= latest } ?? false }
    }
    guard !due.isEmpty else { return }
    let loading = context.queries.loading
    for (slot, ids) in bySlot(due.map(\.id), of: { $0 }) {
      let parameters: [Parameter] = [
        .int2(slot), .accounts(ids), .timestamptz(latest.microseconds),
      ]
      ask(.dueHolds(ids), Statement(loading.dueHolds, parameters))
      ask(.nextLapses, Statement(loading.nextLapses, parameters))
    }
  }

  /// Credit that starts is counted under the kind of its entry.
  private mutating func wantCredits(startingBy latest: Instant) {
    for account in accounts {
      for stream in account.streams {
        for lot in stream.lots.values where lot.isScheduled && lot.terms.effectiveAt <= latest {
          guard let name = account.name(of: stream) else { continue }
          wanted.row(Position(account: account.id, stream: name, version: lot.version))
        }
      }
    }
  }

  private mutating func askForDefinitions() {
    let found = context.definitions.definitions(of: footprint.tenants, at: revision)
    definitions = found.known
    guard !found.missing.isEmpty else {
      areDefinitionsKnown = true
      return
    }
    var tenants = ColumnBuffer.text(capacity: found.missing.count)
    for tenant in found.missing.sorted() { tenants.append(text: tenant.string) }
    ask(
      .definitions(found.missing),
      Statement(context.queries.defining.items, [tenants.parameter()]))
  }

  // MARK: Taking

  /// Takes the replies to the statements of the last step, in their order.
  mutating func take(_ replies: [Rows]) throws(BatchFailure) {
    let questions = self.questions
    self.questions = []
    precondition(replies.count == questions.count, "a reply for each statement")
    do {
      for (question, rows) in zip(questions, replies) { try take(rows, as: question) }
    } catch let error as CorruptRow {
      throw .corrupt(error)
    } catch {
      throw .raced
    }
    for question in questions {
      if case .clock = question {
        askForDefinitions()
        askForDue()
      }
    }
    for missing in wanted.holdsWithoutAnswer() { wanted.subject(missing) }
    if areDefinitionsKnown, !areStaleMetersWanted {
      areStaleMetersWanted = true
      for item in footprint.items { wantIfStale(item) }
    }
  }

  /// The account at hand.
  func account(_ id: AccountID) -> LoadedAccount? {
    index[id].map { accounts[$0] }
  }

  /// The stream as it was loaded; `nil` where it was not there.
  func stream(_ place: RowReference.Stream, of id: AccountID) -> LoadedStream? {
    guard let account = index[id] else { return nil }
    return accounts[account].streams.first { $0.place == place }
  }

  func place(of id: AccountID) throws(BatchFailure) -> Int {
    guard let place = index[id] else { throw .raced }
    return place
  }

  private mutating func take(_ rows: Rows, as question: Question) throws {
    switch question {
    case .nothing: break
    case .accounts:
      for row in 0..<rows.rowCount {
        let id = rows.accountID(row, 0)
        let address = AccountAddress(
          tenant: TenantName(rows.text(row, 1)), account: AccountName(rows.text(row, 2)))
        accounts[try place(of: id)].address = self.address(address, of: id)
        named.append((id, address))
      }
    case .streams: try takeStreams(rows)
    case .clock:
      now = context.clock?.now() ?? Instant(microseconds: rows.timestamptz(0, 0))
      revision = rows.int64(0, 1)
      context.names.noteRevision(revision)
      context.archive.note(rows.bool(0, 2))
      isArchived = context.archive.isUsed
    case .overrides: try takeOverrides(rows)
    case .groups:
      for row in 0..<rows.rowCount {
        groups[rows.accountID(row, 0)] = rows.digest(row, 1)
      }
    case .definitions(let tenants):
      let loaded = try DefiningQueries.definitions(of: tenants, in: rows)
      definitions.merge(loaded) { $1 }
      context.definitions.add(loaded, at: revision)
      areDefinitionsKnown = true
    case .rows: try takeRows(rows)
    case .closersAndReversals: try takeSubjects(rows)
    case .entries: try takeEntries(rows)
    case .plainRows: try takePlainRows(rows)
    case .holds: try takeHolds(rows)
    case .dueHolds(let ids):
      for id in ids {
        let place = try place(of: id)
        for stream in accounts[place].streams.indices {
          accounts[place].streams[stream].nextDueElsewhere = nil
        }
      }
      try takeHolds(rows)
    case .nextLapses:
      for row in 0..<rows.rowCount {
        let place = try place(of: rows.accountID(row, 0))
        let stream = try streamIndex(rows.int16(row, 1), in: place)
        accounts[place].streams[stream].nextDueElsewhere = Instant(
          microseconds: rows.timestamptz(row, 2))
      }
    case .lots: try takeLots(rows)
    case .repayments(let count): try takeRepayments(rows, count)
    case .records: try takeRecords(rows, named: true)
    case .recordsOfStreams: try takeRecords(rows, named: false)
    }
  }
}
