internal import Holdfast

/// Rows that another session holds: the calls that need them wait beside the others.
extension LaneWorker {
  /// Puts those aside that need one of these accounts. Answers the rest.
  mutating func park(
    _ calls: [LaneCall], waitingFor held: [AccountID: Int64]
  ) -> [LaneCall] {
    var (free, waiting): ([LaneCall], [LaneCall]) = ([], [])
    for call in calls {
      if accounts(of: call).isDisjoint(with: held.keys) {
        free.append(call)
      } else if parked.calls.count + waiting.count < options.queueLimit {
        waiting.append(call)
      } else {
        call.answer(.failure(StoreError.overloaded))
      }
    }
    parked.add(waiting, waitingFor: held, at: host.now)
    return free
  }

  /// The calls of a transaction that waited too long for a row, in parts to be tried apart, without
  /// those that are put aside.
  mutating func parts(ofBlocked calls: [LaneCall]) async -> [[LaneCall]] {
    let locked = await lockedAccounts(calls)
    if !locked.isEmpty { return [park(calls, waitingFor: locked)] }
    // The row was let go just now, or somebody makes one that is not to be seen before it is there.
    if calls.count > 1 { return LaneWorker.halves(of: calls) }
    let unseen = calls.flatMap { accounts(of: $0) }.map { ($0, Int64(0)) }
    return [park(calls, waitingFor: Dictionary(unseen) { first, _ in first })]
  }

  /// Lets those that were put aside go on whose rows nobody holds any more.
  ///
  /// Where an account got on while it was held, there is a queue for it, in which its calls take their
  /// place; one that did not is held by somebody who is in no hurry.
  mutating func tryParked() async {
    var (calls, held) = parked.takeAll()
    let count = calls.count
    let locked = await lockedAccounts(calls)
    answerOverdue(in: &calls, at: host.now, StoreError.locked)
    let stuck = locked.filter { held[$0.key, default: $0.value] == $0.value }
    let others = park(calls, waitingFor: stuck)
    let free = others.filter { accounts(of: $0).isDisjoint(with: locked.keys) }
    let queued = others.filter { !accounts(of: $0).isDisjoint(with: locked.keys) }
    for batch in LaneWorker.batches(of: free, options) { await decide(batch) }
    for batch in LaneWorker.batches(of: queued, options) { await decide(batch, inLine: true) }
    parked.noteTry(of: count, at: host.now)
  }

  /// The accounts of the calls of which another session holds a row now, with the sum of their
  /// versions. Empty also when the server does not say.
  private mutating func lockedAccounts(_ calls: [LaneCall]) async -> [AccountID: Int64] {
    let ids = calls.reduce(into: Set<AccountID>()) { $0.formUnion(accounts(of: $1)) }
    let slots = Dictionary(grouping: ids) { context.slot(of: $0) }.sorted { $0.key < $1.key }
    let loading = context.queries.loading
    var statements = [
      Statement(TransactionQueries.begin), Statement(TransactionQueries.planByIndex),
    ]
    for (slot, ids) in slots {
      let parameters: [Parameter] = [.int2(slot), .accounts(ids)]
      // What is free last: a row that is locked between the two counts as locked.
      statements.append(Statement(loading.streamCounts, parameters))
      statements.append(Statement(loading.freeStreams, parameters))
    }
    let connection = try? await session.connection(until: host.deadline(after: 1_000_000))
    let replies = try? await connection?.run(
      statements, deadline: host.deadline(after: options.answerWithin))
    await session.rollback()
    guard let replies else { return [:] }
    var missing: [AccountID: Int64] = [:]
    var versions: [AccountID: Int64] = [:]
    for index in stride(from: 2, to: replies.count, by: 2) {
      let (all, free) = (replies[index], replies[index + 1])
      for row in 0..<all.rowCount {
        missing[all.accountID(row, 0)] = all.int64(row, 1)
        versions[all.accountID(row, 0)] = all.int64(row, 2)
      }
      for row in 0..<free.rowCount { missing[free.accountID(row, 0), default: 0] -= 1 }
    }
    return versions.filter { missing[$0.key, default: 0] > 0 }
  }
}
