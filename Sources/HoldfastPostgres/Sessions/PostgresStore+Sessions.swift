public import Holdfast

/// Commands in a transaction of the caller's own, on a connection to the ledger's database.
///
/// They are decided as any others. What is different follows from the transaction being the caller's:
///
/// - A result is provisional until the caller commits. After a rollback nothing is left of it, and the
///   same key is judged afresh.
/// - The accounts stay locked until the transaction ends. Every other command on them waits, and with
///   it what waits in the same lane, so make it short: no call to another service in it. Two
///   transactions that take the same accounts in different orders can deadlock; the server ends one,
///   with SQLSTATE 40P01. `submit` without a session waits for the transaction, too, if it is called
///   within it.
/// - The store repeats nothing. An error of the session is thrown as it is, and mostly the
///   transaction can then only be rolled back: after 40001, 40P01 and 23505 (another transaction
///   opened the same account or unit meanwhile) repeat it as a whole.
/// - READ COMMITTED is the isolation to use. Stricter ones are safe and fail more often.
/// - A reservation named by key alone is looked for among what is committed; name the account of one
///   that was made in the same transaction.
extension PostgresStore {
  /// Applies a command in the session's open transaction.
  ///
  /// - Throws: `LedgerError` for a refusal, after which the transaction is good for other statements;
  ///   `invalid_argument` naming `session` when it has no open transaction; what the session throws.
  public func submit(
    _ command: Command, in session: some SQLSession
  ) async throws -> Provisional<CommandResult> {
    try checkCancellation()
    let prepared = try await prepare(command)
    guard prepared.accountID != nil else {
      throw prepared.unlocated ?? prepared.command.action.notFound
    }
    return Provisional(try await run(.command(prepared), in: session).commandResult())
  }

  /// Applies a group in the session's open transaction: all of it or nothing.
  ///
  /// - Throws: as for a command.
  public func submit(
    _ group: Group, in session: some SQLSession
  ) async throws -> Provisional<[CommandResult]> {
    try checkCancellation()
    let prepared = try await prepare(group)
    return Provisional(try await run(.group(prepared), in: session).groupResults())
  }

  /// How often it is decided again when another transaction made a stream that was not there to be
  /// locked. By then nothing is written.
  private static let attempts = 5

  private func run(_ work: Work, in session: some SQLSession) async throws -> WorkResult {
    let transaction = try await ask([Statement(TransactionQueries.number)], in: session)[0]
      .uint64(0, 0)
    for _ in 0..<PostgresStore.attempts {
      var batch = Batch(
        [work], context, purpose: .writeInCallersTransaction,
        writer: RollupWriter.transaction(transaction))
      // Outside a transaction each statement would be committed by itself, and no lock would last.
      let first = try await ask(
        [Statement(TransactionQueries.number)] + batch.begin(), in: session)
      guard first[0].uint64(0, 0) == transaction else {
        throw LedgerError(
          .invalidArgument, "must have an open transaction", field: "session")
      }
      if let result = try await finish(&batch, Array(first.dropFirst()), in: session) {
        return result
      }
    }
    throw StoreError.unavailable(nil)
  }

  /// `nil` when it is to be decided again.
  private func finish(
    _ batch: inout Batch, _ replies: [Rows], in session: some SQLSession
  ) async throws -> WorkResult? {
    var replies = replies
    while true {
      let step: Batch.Step
      do throws(BatchFailure) { step = try batch.take(replies) } catch {
        switch error {
        case .raced: return nil
        case .corrupt: throw StoreError.corrupt
        }
      }
      switch step {
      case .finished(let results): return results[0]
      case .send(let next, _): replies = try await ask(next, in: session)
      }
    }
  }

  private func ask(_ statements: [Statement], in session: some SQLSession) async throws -> [Rows] {
    let answers = try await session.run(statements.map { SQLStatement($0) })
    guard answers.count == statements.count else {
      throw LedgerError(.invalidArgument, "must answer every statement", field: "session")
    }
    return answers.map { Rows($0) }
  }
}

extension SQLStatement {
  init(_ statement: Statement) {
    text = statement.query.text
    parameters = zip(statement.query.parameterTypes, statement.parameters).map {
      SQLParameter(type: $0.rawValue, bytes: $1.bytes)
    }
  }
}
