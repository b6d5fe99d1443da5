/// How the functions of the façade reach the store.
extension Ledger {
  /// The same ledger without a common deadline: for what must be done in any case.
  var withoutDeadline: Ledger {
    var ledger = self
    ledger.deadline = nil
    return ledger
  }

  func command(
    _ action: Command.Action, account: AccountName?, key: IdempotencyKey?
  ) -> Command {
    Command(tenant: tenant, account: account, key: key, action: action)
  }

  func send<Outcome>(
    _ action: Command.Action, account: AccountName?, key: IdempotencyKey?,
    as reading: Reading<Outcome>
  ) async throws(LedgerError) -> Answer<Outcome> {
    let result = try await send(command(action, account: account, key: key))
    guard let answer = reading.answer(result, key: key) else { throw Ledger.otherAnswer }
    return answer
  }

  func send(_ command: Command) async throws(LedgerError) -> CommandResult {
    let began = time.elapsed()
    let store = store
    let name = command.action.name
    do throws(LedgerError) {
      let result = try await limited(.command) { () async throws(LedgerError) in
        try await store.submit(command)
      }
      tell(name, .success(result), since: began)
      return result
    } catch {
      tell(name, .failure(error), since: began)
      throw error
    }
  }

  func send(_ commands: [Command]) async throws(LedgerError) -> [Result<CommandResult, LedgerError>]
  {
    let began = time.elapsed()
    let store = store
    do throws(LedgerError) {
      let results = try await limited(.command) { () async throws(LedgerError) in
        try await store.submit(commands)
      }
      tell(commands, results, since: began)
      return results
    } catch {
      tell(commands, commands.map { _ in .failure(error) }, since: began)
      throw error
    }
  }

  func send(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    let began = time.elapsed()
    let store = store
    do throws(LedgerError) {
      let results = try await limited(.command) { () async throws(LedgerError) in
        try await store.submit(group)
      }
      tell(.atomic, code: nil, duplicate: results.first?.duplicate ?? false, since: began)
      return results
    } catch {
      tell(.atomic, .failure(error), since: began)
      throw error
    }
  }

  func read<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(LedgerError) -> Value
  ) async throws(LedgerError) -> Value {
    try await limited(.read, call)
  }

  /// A change that is no command.
  func change<Value: Sendable>(
    _ call: @escaping @Sendable () async throws(LedgerError) -> Value
  ) async throws(LedgerError) -> Value {
    try await limited(.command, call)
  }

  static let otherAnswer = LedgerError(
    .schemaMismatch, "the store gave the result of another command")
}

// MARK: Time limits

extension Ledger {
  /// What may have happened when no answer came in time.
  enum CallKind {
    case read
    case command
  }

  private func limited<Value: Sendable>(
    _ kind: CallKind, _ call: @escaping @Sendable () async throws(LedgerError) -> Value
  ) async throws(LedgerError) -> Value {
    if Task.isCancelled {
      throw LedgerError(.cancelled, "the task was cancelled before anything was sent")
    }
    let now = time.elapsed()
    let ends = [deadline, timeout.map { now + $0 }].compactMap(\.self)
    guard let end = ends.min() else { return try await call() }
    guard now < end else {
      throw LedgerError(.deadlineExceeded, "the time was over before anything was sent")
    }
    let overdue =
      switch kind {
      case .read: LedgerError(.deadlineExceeded, "no answer came in time")
      case .command: LedgerError(.outcomeUnknown, "no answer came in time")
      }
    return try await TimedCall<Value>().run(call, until: end, of: time, or: overdue)
  }
}
