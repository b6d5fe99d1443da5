import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization

/// A store whose rows are archived all the time, and one that never archives anything: every command
/// goes to both, and a difference between the answers is noted. What is read of the past comes from
/// the one that has it.
final class ArchivedTwin: LedgerStore {
  private let archived: PostgresStore
  let twin: InMemoryStore
  let rename: @Sendable (TenantName) -> TenantName
  private let archive: @Sendable () async -> Void
  private let calls = Atomic<Int>(0)
  private let found = Mutex<[String]>([])
  private let every: Int

  init(
    _ archived: PostgresStore, _ twin: InMemoryStore, every: Int,
    rename: @escaping @Sendable (TenantName) -> TenantName,
    archive: @escaping @Sendable () async -> Void
  ) {
    self.archived = archived
    self.twin = twin
    self.every = every
    self.rename = rename
    self.archive = archive
  }

  /// What the two did not answer alike.
  var differences: [String] { found.withLock(\.self) }

  private func archiveNowAndThen() async {
    let call = calls.wrappingAdd(1, ordering: .relaxed).newValue
    if call.isMultiple(of: every) { await archive() }
  }

  private func compare<Value: Equatable>(
    _ what: String, _ one: Result<Value, LedgerError>, _ other: Result<Value, LedgerError>
  ) throws(LedgerError) -> Value {
    if one != other {
      found.withLock { $0.append("\(what): \(one) archived, \(other) not") }
    }
    return try other.get()
  }

  private func both<Value: Equatable & Sendable>(
    _ what: String, _ body: (any LedgerStore) async throws(LedgerError) -> Value
  ) async throws(LedgerError) -> Value {
    try compare(what, await result(archived, body), await result(twin, body))
  }

  private func result<Value: Sendable>(
    _ store: any LedgerStore, _ body: (any LedgerStore) async throws(LedgerError) -> Value
  ) async -> Result<Value, LedgerError> {
    do throws(LedgerError) { return .success(try await body(store)) } catch {
      return .failure(error)
    }
  }

  private func renamed(_ command: Command) -> Command {
    var command = command
    command.tenant = rename(command.tenant)
    return command
  }

  private func renamed(_ group: Group) -> Group {
    Group(tenant: rename(group.tenant), key: group.key, commands: group.commands.map(renamed))
  }

  private func renamed(_ address: AccountAddress) -> AccountAddress {
    AccountAddress(tenant: rename(address.tenant), account: address.account)
  }

  // MARK: Commands

  func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    await archiveNowAndThen()
    let command = renamed(command)
    return try await both("\(command)") { store throws(LedgerError) in
      try await store.submit(command)
    }
  }

  func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    await archiveNowAndThen()
    let commands = commands.map(renamed)
    return try await both("list of \(commands.count)") { store throws(LedgerError) in
      try await store.submit(commands)
    }
  }

  func submit(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    await archiveNowAndThen()
    let group = renamed(group)
    return try await both("group \(group.key)") { store throws(LedgerError) in
      try await store.submit(group)
    }
  }

  func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    let commands = commands.map(renamed)
    return try await both("preview") { store throws(LedgerError) in
      try await store.preview(commands)
    }
  }

  func preview(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    let group = renamed(group)
    return try await both("preview of a group") { store throws(LedgerError) in
      try await store.preview(group)
    }
  }

  // MARK: What is so at present

  func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant?,
    expiringWithin seconds: Int
  ) async throws(LedgerError) -> Balance {
    let address = renamed(address)
    guard instant == nil else {
      return try await twin.balance(of: unit, address, asOf: instant, expiringWithin: seconds)
    }
    return try await both("balance") { store throws(LedgerError) in
      try await store.balance(of: unit, address, asOf: nil, expiringWithin: seconds)
    }
  }

  func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    let address = renamed(address)
    return try await both("balances") { store throws(LedgerError) in
      try await store.balances(of: address)
    }
  }

  /// Of a closed one the texts may be in the archive.
  func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName?
  ) async throws(LedgerError) -> Reservation {
    let tenant = rename(tenant)
    func read(_ store: any LedgerStore) async -> Result<Reservation, LedgerError> {
      await result(store) { store throws(LedgerError) in
        try await store.reservation(reference, in: tenant, account: account)
      }
    }
    let whole = await read(twin)
    let kept = await read(archived).map { found in
      guard case .success(let other) = whole, found.status != .open else { return found }
      var found = found
      (found.key, found.description, found.metadata) = (
        other.key, other.description, other.metadata
      )
      return found
    }
    return try compare("reservation", kept, whole)
  }

  func openReservations(
    of address: AccountAddress, unit: UnitName?
  ) async throws(LedgerError) -> [Reservation] {
    let address = renamed(address)
    return try await both("open reservations") { store throws(LedgerError) in
      try await store.openReservations(of: address, unit: unit)
    }
  }

  func lots(of unit: UnitName, _ address: AccountAddress) async throws(LedgerError) -> [LotView] {
    let address = renamed(address)
    return try await both("lots") { store throws(LedgerError) in
      try await store.lots(of: unit, address)
    }
  }

  func usage(
    of address: AccountAddress, item: ItemName?
  ) async throws(LedgerError) -> [UsageView] {
    let address = renamed(address)
    return try await both("usage") { store throws(LedgerError) in
      try await store.usage(of: address, item: item)
    }
  }

  // MARK: What was

  func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    try await twin.ledger(of: unit, renamed(address), page)
  }

  func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    var query = query
    query.account = renamed(query.account)
    return try await twin.explain(query)
  }

  func changes(
    in tenant: TenantName, after cursor: String?, limit: Int
  ) async throws(LedgerError) -> Changes {
    try await twin.changes(in: rename(tenant), after: cursor, limit: limit)
  }

  // MARK: Administration

  func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition? {
    try await twin.definition(of: unit, in: rename(tenant))
  }

  func define(_ unit: UnitDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await archived.define(unit, in: rename(tenant))
    try await twin.define(unit, in: rename(tenant))
  }

  func define(_ item: UsageItemDefinition, in tenant: TenantName) async throws(LedgerError) {
    _ = try await both("define") { store throws(LedgerError) in
      try await store.define(item, in: rename(tenant))
      return true
    }
  }

  func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    let address = renamed(address)
    _ = try await both("override") { store throws(LedgerError) in
      try await store.overrideLimits(limits, of: item, for: address)
      return true
    }
  }

  func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    let tenant = rename(tenant)
    _ = try await archived.sweep(tenant)
    return try await twin.sweep(tenant)
  }
}
