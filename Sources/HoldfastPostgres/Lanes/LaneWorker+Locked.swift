internal import Holdfast

/// Finding out whose rows somebody else holds.
extension LaneWorker {
  /// The accounts of the calls of which another session holds a row now. Empty also when the server
  /// does not say.
  mutating func lockedAccounts(_ calls: [LaneCall]) async -> Set<AccountID> {
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
    guard let replies else { return [] }
    var missing: [AccountID: Int64] = [:]
    for index in stride(from: 2, to: replies.count, by: 2) {
      let (all, free) = (replies[index], replies[index + 1])
      for row in 0..<all.rowCount { missing[all.accountID(row, 0)] = all.int64(row, 1) }
      for row in 0..<free.rowCount { missing[free.accountID(row, 0), default: 0] -= 1 }
    }
    return Set(missing.filter { $0.value > 0 }.keys)
  }
}
