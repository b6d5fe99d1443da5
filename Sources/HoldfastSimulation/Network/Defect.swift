internal import HoldfastPostgres

/// A mistake that an engine could have, for tests of the simulation: it has to be found.
package enum Defect: String, CaseIterable, Sendable {
  /// As the library is.
  case none
  /// Calls are answered when COMMIT is sent.
  case answersBeforeCommit
  /// A COMMIT whose answer was lost counts as one that did not happen.
  case takesLostCommitForRefused
  /// Keys are not asked for, and nothing keeps them unique.
  case forgetsKeys
  /// Keys are looked up before the accounts are locked, and nothing else keeps them unique.
  case looksUpBeforeLocking

  func run(
    _ statements: [Statement], on connection: SimulatedConnection, until deadline: Deadline
  ) async -> Exchange.Outcome {
    let commits = statements.count > 1 && statements.last?.query.name == "commit"
    switch self {
    case .none:
      return await connection.exchange(statements, until: deadline)
    case .answersBeforeCommit where commits:
      connection.begin(statements, until: deadline) { _ in }
      return .success(statements.map { _ in Rows(fields: []) })
    case .answersBeforeCommit:
      return await connection.exchange(statements, until: deadline)
    case .takesLostCommitForRefused:
      let outcome = await connection.exchange(statements, until: deadline)
      guard commits, case .failure(let error) = outcome,
        error.kind == .connectionLost || error.kind == .timedOut
      else { return outcome }
      return .failure(PostgresError(.refused(.serializationFailure), statementIndex: 0))
    case .forgetsKeys:
      return await connection.exchange(statements, until: deadline).map { replies in
        zip(statements, replies).map { statement, rows in
          statement.query.name == "rows_by_identity" ? Rows(fields: []) : rows
        }
      }
    case .looksUpBeforeLocking:
      let isEarly = { (index: Int) in statements[index].query.name == "rows_by_identity" }
      let opening = statements.indices.prefix(2)
      let others = statements.indices.dropFirst(2)
      let order = opening + others.filter(isEarly) + others.filter { !isEarly($0) }
      let sent = order.map { statements[$0] }
      return await connection.exchange(sent, until: deadline).map { replies in
        var sorted = replies
        for (place, index) in order.enumerated() { sorted[index] = replies[place] }
        return sorted
      }
    }
  }

  /// Whether it relies on itself alone to apply a key once.
  var doesWithoutUniqueKeys: Bool { self == .forgetsKeys || self == .looksUpBeforeLocking }
}
