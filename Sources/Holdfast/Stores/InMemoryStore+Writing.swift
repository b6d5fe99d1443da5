internal import Synchronization

/// Applying commands, alone, in lists and in groups.
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

  static func checkCount(_ commands: [Command]) throws(LedgerError) {
    guard commands.count <= 10_000 else {
      throw Validation.invalid("commands", "must be at most 10000")
    }
  }

  func prepare(_ command: Command) throws(LedgerError) -> PreparedCommand {
    try preparation.prepare(command)
  }

  func prepare(_ group: Group) throws(LedgerError) -> PreparedGroup {
    try preparation.prepare(group)
  }

  /// The one account of the tenant in which a reserve had the key. Where several have it, the one in
  /// which the command itself was applied before: a late retry still finds its first result.
  func locate(_ location: Preparation.Location) -> Result<AccountName, LedgerError> {
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

  static var ambiguous: LedgerError {
    LedgerError(.ambiguousKey, "the key fits reservations of several accounts")
  }

  func accounts(
    in tenant: TenantName, havingReserved key: IdempotencyKey
  ) -> [AccountName] {
    let identity = KeyIdentity(command: .reserve, key: key)
    return parts.flatMap { part in
      part.set.withLock { set in
        set.accounts.all.filter { $0.tenant == tenant && $0.keys[identity] != nil }.map(\.name)
      }
    }
  }

  func apply(_ prepared: PreparedCommand) throws(LedgerError) -> Decision {
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
  func execute(
    _ prepared: PreparedCommand, in set: inout WorkingSet, at now: Instant
  ) -> Decision {
    if clockGuard.isSteady(at: now) { return set.execute(prepared, at: now) }
    set.beginSavepoint()
    defer { set.endSavepoint(keep: false) }
    let decision = set.execute(prepared, at: now)
    return decision.isEffect ? .refuse(ClockGuard.stepped) : decision
  }

  /// The same for a group.
  func execute(
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
  func withPart<Value: Sendable>(
    of id: AccountID, _ body: (inout WorkingSet) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try parts[part(of: id)].set.withLock { set throws(LedgerError) in try body(&set) }
  }

  /// Locks the parts of all accounts that the commands work on, and puts these together.
  func withAccounts<Value: Sendable>(
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
  func withParts<Value: Sendable>(
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
