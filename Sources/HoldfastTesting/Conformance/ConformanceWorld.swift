public import Holdfast

/// A store with the clock it takes its time from, and a tenant that nobody has used.
///
/// Cases work only in `tenant` and in tenants whose names begin with it, so a store that other runs
/// have written to will do, as long as the name is new. They move the clock, so no two may run at once
/// on one store.
public struct ConformanceWorld: Sendable {
  public let store: any LedgerStore
  /// The store's clock. Cases move it forward.
  public let clock: SimulatedClock
  /// 1–200 bytes; new to the store.
  public let tenant: TenantName

  public init(store: any LedgerStore, clock: SimulatedClock, tenant: TenantName) {
    self.store = store
    self.clock = clock
    self.tenant = tenant
  }
}

extension ConformanceWorld {
  /// The same store seen from another tenant.
  var neighbour: ConformanceWorld {
    ConformanceWorld(store: store, clock: clock, tenant: TenantName("\(tenant.string)/2"))
  }

  func address(_ account: AccountName) -> AccountAddress {
    AccountAddress(tenant: tenant, account: account)
  }

  func command(
    _ account: AccountName?, _ key: IdempotencyKey?, _ action: Command.Action
  ) -> Command {
    Command(tenant: tenant, account: account, key: key, action: action)
  }

  func group(_ key: IdempotencyKey, _ commands: [Command]) -> Group {
    Group(tenant: tenant, key: key, commands: commands)
  }

  @discardableResult
  func submit(
    _ account: AccountName?, _ key: IdempotencyKey?, _ action: Command.Action
  ) async throws(LedgerError) -> CommandResult {
    try await store.submit(command(account, key, action))
  }

  /// The answer or the refusal, as a value.
  func attempt(
    _ account: AccountName?, _ key: IdempotencyKey?, _ action: Command.Action
  ) async -> Result<CommandResult, LedgerError> {
    await attempt(command(account, key, action))
  }

  func attempt(_ command: Command) async -> Result<CommandResult, LedgerError> {
    do throws(LedgerError) { return .success(try await store.submit(command)) } catch {
      return .failure(error)
    }
  }

  func attempt(_ group: Group) async -> Result<[CommandResult], LedgerError> {
    do throws(LedgerError) { return .success(try await store.submit(group)) } catch {
      return .failure(error)
    }
  }

  /// Runs `count` tasks at once and gives their results in order.
  func race<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async -> Value
  ) async -> [Value] {
    await withTaskGroup(of: (index: Int, value: Value).self) { tasks in
      for index in 0..<count {
        tasks.addTask { (index, await body(index)) }
      }
      var results: [(index: Int, value: Value)] = []
      for await result in tasks { results.append(result) }
      return results.sorted { $0.index < $1.index }.map(\.value)
    }
  }

  func race<Value: Sendable>(
    throwing count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (index: Int, value: Value).self) { tasks in
      for index in 0..<count {
        tasks.addTask { (index, try await body(index)) }
      }
      var results: [(index: Int, value: Value)] = []
      for try await result in tasks { results.append(result) }
      return results.sorted { $0.index < $1.index }.map(\.value)
    }
  }
}
