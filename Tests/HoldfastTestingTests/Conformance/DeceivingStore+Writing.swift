import Holdfast

extension DeceivingStore {
  func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    var command = folded(command)
    switch fault {
    case .forgetsKeys:
      if command.key != nil { command.key = IdempotencyKey("fresh-\(count.next())") }
    case .losesUpdates:
      if case .debit = command.action, count.next() % 5 == 0 {
        return try await base.preview([command])[0].get()
      }
    case .checksThenActs: return try await submitUnchecked(command)
    case .keepsRefusals: return try await submitAndKeepRefusal(command)
    case .ignoresCancellation:
      let command = command
      return try await Task { await result(command) }.value.get()
    default: break
    }
    return try await base.submit(command)
  }

  private func result(_ command: Command) async -> Result<CommandResult, LedgerError> {
    do throws(LedgerError) { return .success(try await base.submit(command)) } catch {
      return .failure(error)
    }
  }

  /// Looks first, and believes what it saw.
  private func submitUnchecked(_ command: Command) async throws(LedgerError) -> CommandResult {
    guard case .reserve(let reserve) = command.action, reserve.counts.isEmpty,
      let account = command.account
    else { return try await base.submit(command) }
    let address = AccountAddress(tenant: command.tenant, account: account)
    let seen = try await base.balance(of: reserve.unit, address)
    for _ in 0..<20 { await Task.yield() }
    do throws(LedgerError) {
      return try await base.submit(command)
    } catch {
      guard error.code == .insufficientBalance, seen.available >= reserve.amount else {
        throw error
      }
      let key = IdempotencyKey("slip-\(count.next())")
      var slip = Command(
        tenant: command.tenant, account: account, key: key,
        action: .setOverdraftLimit(SetOverdraftLimit(unit: reserve.unit, limit: .maximum)))
      _ = try await base.submit(slip)
      let result = try await base.submit(command)
      slip.key = IdempotencyKey("\(key)-back")
      slip.action = .setOverdraftLimit(SetOverdraftLimit(unit: reserve.unit, limit: 0))
      _ = try await base.submit(slip)
      return result
    }
  }

  private func submitAndKeepRefusal(
    _ command: Command
  ) async throws(LedgerError) -> CommandResult {
    do throws(LedgerError) {
      return try await base.submit(command)
    } catch {
      if error.code == .insufficientBalance, let account = command.account {
        _ = try await base.submit(
          Command(
            tenant: command.tenant, account: account,
            key: IdempotencyKey("refused-\(count.next())"),
            action: .setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 0))))
      }
      throw error
    }
  }

  func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    let commands = commands.map(folded)
    switch fault {
    case .stopsLists:
      let results = try await base.preview(commands)
      let end = results.firstIndex { (try? $0.get()) == nil } ?? commands.count
      return try await base.submit(Array(commands[..<end])) + results[end...]
    case .ignoresCancellation:
      return await Task { () -> [Result<CommandResult, LedgerError>] in
        (try? await base.submit(commands)) ?? []
      }.value
    default: return try await base.submit(commands)
    }
  }

  func submit(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    var group = group
    group.commands = group.commands.map(folded)
    guard fault == .appliesGroupsPiecemeal else { return try await base.submit(group) }
    var results: [CommandResult] = []
    for (index, command) in group.commands.enumerated() {
      var command = command
      if command.key == nil { command.key = IdempotencyKey("\(group.key)#\(index)") }
      do throws(LedgerError) {
        results.append(try await base.submit(command))
      } catch {
        var error = error
        error.failedIndex = index
        throw error
      }
    }
    return results
  }

  func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    let commands = commands.map(folded)
    if fault == .writesPreviews { return try await base.submit(commands) }
    return try await base.preview(commands)
  }

  func preview(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    var group = group
    group.commands = group.commands.map(folded)
    if fault == .writesPreviews { return try await base.submit(group) }
    return try await base.preview(group)
  }

  func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition? {
    try await base.definition(of: unit, in: tenant)
  }

  func define(_ unit: UnitDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await base.define(unit, in: tenant)
  }

  func define(_ item: UsageItemDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await base.define(item, in: tenant)
  }

  func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    if fault == .overridesForAll, let limits {
      let item = UsageItemDefinition(item: item, limits: limits, overage: .block)
      return try await base.define(item, in: address.tenant)
    }
    try await base.overrideLimits(limits, of: item, for: folded(address))
  }

  func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    try await base.sweep(tenant)
  }
}
