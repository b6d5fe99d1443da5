public import Holdfast

/// Applying commands, alone, in lists and in groups.
extension PostgresStore {
  public func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    try checkCancellation()
    let prepared = try await prepare(command)
    guard let id = prepared.accountID else {
      throw prepared.unlocated ?? prepared.command.action.notFound
    }
    return try await run(.command(prepared), on: lane(of: id)).commandResult()
  }

  public func submit(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try checkCancellation()
    let prepared = try await prepare(group)
    let ids = prepared.members.compactMap(\.accountID)
    let id = heat.busiest(of: ids) ?? prepared.id
    return try await run(.group(prepared), on: lane(of: id)).groupResults()
  }

  public func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try checkCancellation()
    try PostgresStore.checkCount(commands)
    let prepared = await prepare(commands)
    let ready = prepared.enumerated().compactMap { index, command -> (Int, PreparedCommand)? in
      guard let command = try? command.get(), command.accountID != nil else { return nil }
      return (index, command)
    }
    var results = prepared.map { command -> Result<CommandResult, LedgerError> in
      command.flatMap { .failure($0.unlocated ?? $0.command.action.notFound) }
    }
    let answers = await runAll(ready.map(\.1))
    for ((index, _), answer) in zip(ready, answers) {
      do throws(LedgerError) {
        results[index] = .success(try answer.get().commandResult())
      } catch {
        results[index] = .failure(error)
      }
    }
    return results
  }

  static func checkCount(_ commands: [Command]) throws(LedgerError) {
    guard commands.count <= 10_000 else {
      throw LedgerError(.invalidArgument, "must be at most 10000", field: "commands")
    }
  }

  /// Waits for the answer. A task that is cancelled while its call waits gets `cancelled`; once the call
  /// is on its way, it gets the answer.
  func run(_ work: Work, on lane: Lane) async throws(LedgerError) -> WorkResult {
    let id = nextCallID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<WorkResult, LedgerError>, Never>) in
        let call = LaneCall(id: id, work: work, queuedAt: host.now) {
          continuation.resume(returning: $0)
        }
        if let refusal = lane.queue.put(CollectionOfOne(call)) {
          continuation.resume(returning: .failure(refusal.error))
        }
      }
    } onCancel: {
      lane.queue.remove { $0.id == id }?.answer(.failure(StoreError.cancelled))
    }
    return try result.get()
  }

  /// Where no command works on two accounts, those on different ones may go side by side; otherwise all
  /// follow each other on one lane.
  private func runAll(_ commands: [PreparedCommand]) async -> [Result<WorkResult, LedgerError>] {
    guard let first = commands.first?.accountID else { return [] }
    let isOrdered = commands.contains { $0.name == .transfer }
    return await runAll(
      commands.map { (.command($0), isOrdered ? first : $0.accountID ?? first) })
  }

  /// Writes what is due in these accounts.
  func runAll(sweeping ids: [AccountID]) async -> [Result<WorkResult, LedgerError>] {
    await runAll(ids.map { (.sweep($0), $0) })
  }

  private func runAll(
    _ work: [(work: Work, account: AccountID)]
  ) async -> [Result<WorkResult, LedgerError>] {
    let gathered = GatheredAnswers(count: work.count)
    var calls: [Int: [LaneCall]] = [:]
    let now = host.now
    for (index, piece) in work.enumerated() {
      let lane = Int(context.slot(of: piece.account)) % lanes.count
      calls[lane, default: []].append(
        LaneCall(id: nextCallID(), work: piece.work, queuedAt: now) {
          gathered.take($0, at: index)
        })
    }
    return await withCheckedContinuation { continuation in
      gathered.wait(continuation)
      for (lane, calls) in calls.sorted(by: { $0.key < $1.key }) {
        guard let refusal = lanes[lane].queue.put(calls) else { continue }
        for call in calls { call.answer(.failure(refusal.error)) }
      }
    }
  }
}

extension WorkQueue.Refusal {
  var error: LedgerError {
    switch self {
    case .full: StoreError.overloaded
    case .closed: StoreError.closed
    }
  }
}

extension WorkResult {
  func commandResult() throws(LedgerError) -> CommandResult {
    guard case .command(let result) = self else {
      preconditionFailure("a command is answered as one")
    }
    return try result.get()
  }

  func groupResults() throws(LedgerError) -> [CommandResult] {
    guard case .group(let results) = self else { preconditionFailure("a group is answered as one") }
    return try results.get()
  }

  func sweepReport() throws(LedgerError) -> SweepReport {
    guard case .swept(let report) = self else { preconditionFailure("a sweep is answered as one") }
    return try report.get()
  }
}
