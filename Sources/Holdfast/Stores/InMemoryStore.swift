internal import Synchronization

/// A store that keeps everything in memory: complete, safe under any parallelism, gone with the
/// process. For tests, and for trying the rules out.
///
/// Accounts are spread over parts with a lock each. A command locks the part of its account; a group
/// or a transfer locks the parts of all its accounts, in ascending order.
public final class InMemoryStore: LedgerStore {
  private let parts: [Part]
  private let clock: StoreClock
  private let clockGuard: ClockGuard
  private let hashKey: HashKey
  private let keylessCount = Atomic<UInt64>(0)

  /// The accounts of one part.
  private final class Part: Sendable {
    let set: Mutex<WorkingSet>

    init(_ set: WorkingSet) {
      self.set = Mutex(set)
    }
  }

  /// - Parameters:
  ///   - clock: Where time comes from.
  ///   - hashKey: Under which accounts get their internal ids.
  ///   - maximumOpenReservations: The most open reservations an account may have.
  ///   - clockTolerance: Seconds that the clock may step before writes are refused.
  public init(
    clock: StoreClock = .system,
    hashKey: HashKey = HashKey(first: 0x6d65_6d6f_7279, second: 0x7374_6f72_65),
    maximumOpenReservations: Int = 10_000, clockTolerance: Int = 300
  ) {
    let set = WorkingSet(
      calendar: WindowCalendar(), hashKey: hashKey,
      maximumOpenReservations: maximumOpenReservations)
    self.clock = clock
    self.hashKey = hashKey
    clockGuard = ClockGuard(clock: clock, toleranceSeconds: clockTolerance)
    parts = (0..<64).map { _ in Part(set) }
  }

  /// Goes on writing after the clock stepped.
  public func acceptClockStep() {
    clockGuard.trust()
  }

  private var preparation: Preparation {
    Preparation(
      hashKey: hashKey,
      makeKey: { [self] in
        let count = keylessCount.wrappingAdd(1, ordering: .relaxed).newValue
        return IdempotencyKey("\u{1}usage#\(count)")
      },
      locate: { [self] location in locate(location) })
  }

  private func part(of id: AccountID) -> Int {
    Int(truncatingIfNeeded: id.digest.second % UInt64(parts.count))
  }

  private func checkCancellation() throws(LedgerError) {
    if Task.isCancelled {
      throw LedgerError(.cancelled, "the task was cancelled before anything happened")
    }
  }
}

// MARK: Writing

extension InMemoryStore {
  public func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    try checkCancellation()
    return try apply(try prepare(command)).answer(to: command.action.name).get()
  }

  public func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try checkCancellation()
    try InMemoryStore.checkCount(commands)
    return commands.map { command in
      do throws(LedgerError) {
        return try apply(try prepare(command)).answer(to: command.action.name)
      } catch {
        return .failure(error)
      }
    }
  }

  public func submit(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try checkCancellation()
    let prepared = try prepare(group)
    return try withAccounts(of: prepared.members, group: prepared.id) {
      set, now throws(LedgerError) in
      let decision = try execute(prepared, in: &set, at: now)
      if decision.isEffect { set.remember(prepared) }
      return decision.results
    }
  }

  public func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try checkCancellation()
    try InMemoryStore.checkCount(commands)
    let prepared = commands.map { command -> Result<PreparedCommand, LedgerError> in
      do throws(LedgerError) { return .success(try prepare(command)) } catch {
        return .failure(error)
      }
    }
    return try withAccounts(of: prepared.compactMap { try? $0.get() }) {
      set, now throws(LedgerError) in
      set.beginSavepoint()
      defer { set.endSavepoint(keep: false) }
      return prepared.map { command in
        command.flatMap { set.execute($0, at: now).answer(to: $0.name) }
      }
    }
  }

  public func preview(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try checkCancellation()
    let prepared = try prepare(group)
    return try withAccounts(of: prepared.members, group: prepared.id) {
      set, now throws(LedgerError) in
      set.beginSavepoint()
      defer { set.endSavepoint(keep: false) }
      return try set.execute(prepared, at: now).results
    }
  }

  private static func checkCount(_ commands: [Command]) throws(LedgerError) {
    guard commands.count <= 10_000 else {
      throw Validation.invalid("commands", "must be at most 10000")
    }
  }

  private func prepare(_ command: Command) throws(LedgerError) -> PreparedCommand {
    try preparation.prepare(command)
  }

  private func prepare(_ group: Group) throws(LedgerError) -> PreparedGroup {
    try preparation.prepare(group)
  }

  /// The one account of the tenant in which a reserve had the key. Where several have it, the one in
  /// which the command itself was applied before: a late retry still finds its first result.
  private func locate(_ location: Preparation.Location) -> Result<AccountName, LedgerError> {
    let names = accounts(in: location.tenant, havingReserved: location.reservation)
    guard names.count > 1 else {
      return names.first.map { .success($0) }
        ?? .failure(LedgerError(.reservationNotFound, "no such reservation in this tenant"))
    }
    let applied = names.filter { name in
      let id = id(of: AccountAddress(tenant: location.tenant, account: name))
      return parts[part(of: id)].set.withLock { set in
        set.hasApplied(location.identity, location.fingerprint, in: id)
      }
    }
    guard applied.count == 1, let name = applied.first else {
      return .failure(InMemoryStore.ambiguous)
    }
    return .success(name)
  }

  private static var ambiguous: LedgerError {
    LedgerError(.ambiguousKey, "the key fits reservations of several accounts")
  }

  private func accounts(
    in tenant: TenantName, havingReserved key: IdempotencyKey
  ) -> [AccountName] {
    let identity = KeyIdentity(command: .reserve, key: key)
    return parts.flatMap { part in
      part.set.withLock { set in
        set.accounts.all.filter { $0.tenant == tenant && $0.keys[identity] != nil }.map(\.name)
      }
    }
  }

  private func apply(_ prepared: PreparedCommand) throws(LedgerError) -> Decision {
    guard let id = prepared.accountID else {
      throw prepared.unlocated ?? prepared.command.action.notFound
    }
    if case .transfer = prepared.command.action {
      return try withAccounts(of: [prepared]) { set, now in
        execute(prepared, in: &set, at: now)
      }
    }
    return try withPart(of: id) { set in
      execute(prepared, in: &set, at: clock.now())
    }
  }

  /// Decides a command. While the clock is not to be trusted, an effect is undone and refused; what
  /// does not depend on the clock is answered.
  private func execute(
    _ prepared: PreparedCommand, in set: inout WorkingSet, at now: Instant
  ) -> Decision {
    if clockGuard.isSteady(at: now) { return set.execute(prepared, at: now) }
    set.beginSavepoint()
    defer { set.endSavepoint(keep: false) }
    let decision = set.execute(prepared, at: now)
    return decision.isEffect ? .refuse(ClockGuard.stepped) : decision
  }

  /// The same for a group.
  private func execute(
    _ prepared: PreparedGroup, in set: inout WorkingSet, at now: Instant
  ) throws(LedgerError) -> GroupDecision {
    if clockGuard.isSteady(at: now) { return try set.execute(prepared, at: now) }
    set.beginSavepoint()
    defer { set.endSavepoint(keep: false) }
    let decision = try set.execute(prepared, at: now)
    guard !decision.isEffect else { throw ClockGuard.stepped }
    return decision
  }

  /// Locks the part of an account.
  private func withPart<Value: Sendable>(
    of id: AccountID, _ body: (inout WorkingSet) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try parts[part(of: id)].set.withLock { set throws(LedgerError) in try body(&set) }
  }

  /// Locks the parts of all accounts that the commands work on, and puts these together.
  private func withAccounts<Value: Sendable>(
    of commands: [PreparedCommand], group: AccountID? = nil,
    _ body: (inout WorkingSet, Instant) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    var ids: Set<AccountID> = group.map { [$0] } ?? []
    for command in commands {
      if let id = command.accountID { ids.insert(id) }
      if case .transfer(let transfer) = command.command.action {
        ids.insert(
          AccountID(tenant: command.command.tenant, account: transfer.to, key: hashKey))
      }
    }
    let indices = Set(ids.map(part(of:))).sorted()
    let first = indices.first ?? 0
    return try parts[first].set.withLock { set throws(LedgerError) in
      try withParts(indices.dropFirst(), ids, &set, body)
    }
  }

  /// Moves the accounts of the parts that are not locked yet into `set`, and back at the end.
  private func withParts<Value: Sendable>(
    _ indices: ArraySlice<Int>, _ ids: Set<AccountID>, _ set: inout WorkingSet,
    _ body: (inout WorkingSet, Instant) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    guard let index = indices.first else { return try body(&set, clock.now()) }
    return try parts[index].set.withLock { other throws(LedgerError) in
      let moved = ids.filter { part(of: $0) == index }
      for id in moved {
        if let account = other.accounts.remove(id) { set.accounts.insert(account) }
        set.groups[id] = other.groups.removeValue(forKey: id)
      }
      let published = set.feed.count
      defer {
        for id in moved {
          if let account = set.accounts.remove(id) { other.accounts.insert(account) }
          other.groups[id] = set.groups.removeValue(forKey: id)
        }
        other.feed += set.feed[published...].filter { moved.contains($0.account) }
        set.feed.replaceSubrange(
          published..., with: set.feed[published...].filter { !moved.contains($0.account) })
      }
      return try withParts(indices.dropFirst(), ids, &set, body)
    }
  }
}

// MARK: Administration

extension InMemoryStore {
  public func define(
    _ unit: UnitDefinition, in tenant: TenantName
  ) async throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    try unit.validate()
    for part in parts {
      part.set.withLock { $0.definitions[tenant, default: TenantDefinitions()].define(unit) }
    }
  }

  public func define(
    _ item: UsageItemDefinition, in tenant: TenantName
  ) async throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    try item.validate()
    for part in parts {
      part.set.withLock { $0.definitions[tenant, default: TenantDefinitions()].define(item) }
    }
  }

  public func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    try address.validate()
    try Validation.identifier(item, "item")
    if let limits { try UsageItemDefinition.validate(limits) }
    let id = id(of: address)
    try withPart(of: id) { set throws(LedgerError) in
      _ = try set.setting(of: address.tenant).items([item])
      let id = set.makeAccount(address.account, in: address.tenant)
      try set.withAccount(id) { account in account.overrideLimits(limits, of: item) }
    }
  }

  public func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    try Validation.identifier(tenant, "tenant")
    var report = SweepReport(expiredReservations: 0, expiredLots: 0, lagMicroseconds: 0)
    for part in parts {
      let swept = try part.set.withLock { set throws(LedgerError) in
        let now = clock.now()
        guard clockGuard.isSteady(at: now) else { throw ClockGuard.stepped }
        return try set.sweep(tenant, at: now)
      }
      report.expiredReservations += swept.expiredReservations
      report.expiredLots += swept.expiredLots
      report.lagMicroseconds = max(report.lagMicroseconds, swept.lagMicroseconds)
    }
    return report
  }
}

// MARK: Reading

extension InMemoryStore {
  private func id(of address: AccountAddress) -> AccountID {
    AccountID(tenant: address.tenant, account: address.account, key: hashKey)
  }

  /// Reads an account at the present instant; `missing` when there is none.
  private func read<Value: Sendable>(
    _ id: AccountID, in tenant: TenantName, missing: @autoclosure () throws(LedgerError) -> Value,
    _ body: (inout AccountState, Instant, Setting) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try checkCancellation()
    let found = try withPart(of: id) { set throws(LedgerError) -> Value? in
      guard let slot = set.slot(of: id, in: tenant) else { return nil }
      let now = max(clock.now(), set.accounts[slot: slot].lastInstant)
      let setting = set.setting(of: tenant)
      return try set.read(id, at: now) { account throws(LedgerError) in
        try body(&account, now, setting)
      }
    }
    if let found { return found }
    return try missing()
  }

  public func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant? = nil,
    expiringWithin seconds: Int = 604_800
  ) async throws(LedgerError) -> Balance {
    try address.validate()
    try Validation.identifier(unit, "unit")
    try Validation.instant(instant, "asOf")
    try Validation.range(seconds, 0...31_536_000, "expiringWithin")
    if let instant, instant > clock.now() {
      let last = try read(id(of: address), in: address.tenant, missing: Instant.earliest) {
        account, _, _ in account.lastInstant
      }
      guard instant <= last else {
        throw Validation.invalid("asOf", "must not lie ahead")
      }
    }
    return try read(
      id(of: address), in: address.tenant, missing: Balance(unit: unit, figures: .zero)
    ) { account, now, _ in
      if let instant { return account.readBalance(unit, asOf: instant) }
      return account.readBalance(unit, expiringWithin: seconds, at: now)
    }
  }

  public func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    try address.validate()
    return try read(id(of: address), in: address.tenant, missing: []) { account, now, _ in
      let units = account.balances.filter { $0.version > 0 }.map(\.unit).sorted()
      return units.map { account.readBalance($0, expiringWithin: 604_800, at: now) }
    }
  }

  public func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName? = nil
  ) async throws(LedgerError) -> Reservation {
    try Validation.identifier(tenant, "tenant")
    if let account { try Validation.identifier(account, "account") }
    let notFound = LedgerError(.reservationNotFound, "no such reservation in this account")
    let id: AccountID
    switch reference {
    case .id(let reservation):
      guard let position = reservation.position else { throw notFound }
      id = position.account
      if let account, self.id(of: AccountAddress(tenant: tenant, account: account)) != id {
        throw notFound
      }
    case .key(let key):
      try Validation.identifier(key, "reservation.key")
      let names = account.map { [$0] } ?? accounts(in: tenant, havingReserved: key)
      guard let name = names.first else { throw notFound }
      guard names.count == 1 else { throw InMemoryStore.ambiguous }
      id = self.id(of: AccountAddress(tenant: tenant, account: name))
    }
    let found = try read(id, in: tenant, missing: nil as Reservation?) {
      account, _, _ throws(LedgerError) in
      try account.readReservation(reference)
    }
    guard let found else { throw notFound }
    return found
  }

  public func openReservations(
    of address: AccountAddress, unit: UnitName? = nil
  ) async throws(LedgerError) -> [Reservation] {
    try address.validate()
    if let unit { try Validation.identifier(unit, "unit") }
    return try read(id(of: address), in: address.tenant, missing: []) { account, _, _ in
      account.readOpenReservations(unit)
    }
  }

  public func lots(
    of unit: UnitName, _ address: AccountAddress
  ) async throws(LedgerError) -> [LotView] {
    try address.validate()
    try Validation.identifier(unit, "unit")
    return try read(id(of: address), in: address.tenant, missing: []) { account, _, _ in
      account.readLots(unit)
    }
  }

  public func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    try address.validate()
    try Validation.identifier(unit, "unit")
    try AccountState.validate(page)
    let id = id(of: address)
    let empty = AccountState(id: id, tenant: address.tenant, name: address.account)
    return try read(id, in: address.tenant, missing: try empty.readLedger(unit, page)) {
      account, _, _ throws(LedgerError) in
      try account.readLedger(unit, page)
    }
  }

  public func usage(
    of address: AccountAddress, item: ItemName? = nil
  ) async throws(LedgerError) -> [UsageView] {
    try address.validate()
    if let item { try Validation.identifier(item, "item") }
    let id = id(of: address)
    let now = clock.now()
    return try withPart(of: id) { set throws(LedgerError) in
      let setting = set.setting(of: address.tenant)
      let items = try setting.items(
        item.map { [$0] } ?? setting.definitions.allItems.map(\.item))
      guard let slot = set.slot(of: id, in: address.tenant) else {
        var empty = AccountState(id: id, tenant: address.tenant, name: address.account)
        return empty.readUsage(items, at: now, setting)
      }
      let instant = max(now, set.accounts[slot: slot].lastInstant)
      return try set.read(id, at: instant) { account in
        account.readUsage(items, at: instant, setting)
      }
    }
  }

  public func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    try query.validate()
    let address = query.account
    let id = id(of: address)
    var nobody = AccountState(id: id, tenant: address.tenant, name: address.account)
    let now = clock.now()
    return try read(
      id, in: address.tenant, missing: try nobody.explain(query, at: now)
    ) { account, now, _ throws(LedgerError) in
      try account.explain(query, at: now)
    }
  }

  public func changes(
    in tenant: TenantName, after cursor: String? = nil, limit: Int = 1000
  ) async throws(LedgerError) -> Changes {
    try Validation.identifier(tenant, "tenant")
    try Validation.range(limit, 1...10_000, "limit")
    var offsets = try feedOffsets(cursor)
    var changes: [Change] = []
    for index in parts.indices where changes.count < limit {
      parts[index].set.withLock { set in
        while offsets[index] < set.feed.count, changes.count < limit {
          if let change = set.change(set.feed[offsets[index]], in: tenant) {
            changes.append(change)
          }
          offsets[index] += 1
        }
      }
    }
    return Changes(
      changes: changes, cursor: offsets.map { String($0, radix: 36) }.joined(separator: "."))
  }

  private func feedOffsets(_ cursor: String?) throws(LedgerError) -> [Int] {
    guard let cursor else { return parts.map { _ in 0 } }
    let offsets = cursor.split(separator: ".").compactMap { Int($0, radix: 36) }
    guard offsets.count == parts.count, offsets.allSatisfy({ $0 >= 0 }) else {
      throw Validation.invalid("cursor", "must be one of this feed")
    }
    return offsets
  }

  /// Every revision of the tenant's definitions, for a checker.
  package func definitions(of tenant: TenantName) -> TenantDefinitions {
    parts[0].set.withLock { set in set.definitions[tenant] ?? TenantDefinitions() }
  }

  /// The tenants that have accounts, in byte order, for a checker.
  package var tenants: [TenantName] {
    let names = parts.map { part in
      part.set.withLock { set in Set(set.accounts.all.map(\.tenant)) }
    }
    return names.reduce(into: Set()) { $0.formUnion($1) }.sorted()
  }

  /// All accounts of a tenant as they are stored, for a checker.
  package func accounts(of tenant: TenantName) -> [AccountState] {
    parts.flatMap { part in
      part.set.withLock { set in set.accounts.all.filter { $0.tenant == tenant } }
    }
  }
}
