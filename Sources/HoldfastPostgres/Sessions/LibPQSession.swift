/// A connection of the caller's own by libpq, with a thread of its own, for transactions that write
/// the caller's tables and the ledger together.
///
/// Idle → in a transaction → idle. Use it from one task at a time; calls of several are run one after
/// the other, in the one transaction there is.
///
/// ```swift
/// let session = LibPQSession("postgres://app@db/shop")
/// let reserved = try await session.transaction { session in
///   _ = try await session.run([SQLStatement("INSERT INTO job (id) VALUES ($1)", [.int8(7)])])
///   return try await store.submit(reserve, in: session)
/// }
/// // Committed: `reserved.ifCommitted` holds.
/// ```
public final class LibPQSession: SQLSession {
  private typealias Job = @Sendable (inout Session) async -> Void

  private let queue = WorkQueue<Job>(limit: .max)
  private let answerMicroseconds: Int64

  /// A session that connects when a transaction begins, also after its connection was lost.
  ///
  /// - Parameters:
  ///   - connection: A libpq connection string or URI.
  ///   - answerSeconds: How long statements that are run together may take, 1 … 3,600.
  public init(_ connection: String, answerSeconds: Int = 30) {
    precondition((1...3600).contains(answerSeconds), "1 to 3600 seconds")
    answerMicroseconds = Int64(answerSeconds) * 1_000_000
    let host = SystemHost(ConnectionOptions(connection, statements: .unnamed))
    host.start { [queue] in
      var session = Session(host)
      while let jobs = host.take(from: queue, until: nil, while: { _ in false }) {
        for job in jobs { await job(&session) }
      }
      session.close()
    }
  }

  deinit {
    queue.close()
  }

  /// Ends the connection, and with it a transaction that is open.
  public func close() {
    queue.close()
  }

  /// Begins a transaction with isolation READ COMMITTED. Errors: also `outOfTurn`.
  public func begin() async throws(SQLSessionError) {
    let answerMicroseconds = answerMicroseconds
    try await onThread { session throws(SQLSessionError) in
      guard session.present.map({ $0.transactionStatus == .idle }) ?? true else {
        throw SQLSessionError(.outOfTurn)
      }
      do throws(PostgresError) {
        let deadline = Deadline.after(microseconds: answerMicroseconds)
        _ = try await session.connection(until: deadline).run(
          [Statement(TransactionQueries.begin)], deadline: deadline)
      } catch {
        throw SQLSessionError(error)
      }
    }
  }

  /// Runs statements of the open transaction in one round trip.
  public func run(_ statements: [SQLStatement]) async throws(SQLSessionError) -> [SQLRows] {
    let answerMicroseconds = answerMicroseconds
    return try await onThread { session throws(SQLSessionError) in
      let answers = try await LibPQSession.run(
        statements.map { Statement($0) }, in: session,
        deadline: .after(microseconds: answerMicroseconds))
      return answers.map { SQLRows($0.fields) }
    }
  }

  /// Commits. Errors: also `rolledBack`.
  public func commit() async throws(SQLSessionError) {
    let answerMicroseconds = answerMicroseconds
    try await onThread { session throws(SQLSessionError) in
      let answer = try await LibPQSession.run(
        [Statement(TransactionQueries.commit)], in: session,
        deadline: .after(microseconds: answerMicroseconds))
      guard answer.first?.commandTag == "COMMIT" else { throw SQLSessionError(.rolledBack) }
    }
  }

  /// Ends the open transaction without effects; nothing where there is none.
  public func rollback() async throws(SQLSessionError) {
    try await onThread { session in await session.rollback() }
  }

  /// Runs the body in a transaction, and commits unless it throws.
  public func transaction<Value: Sendable>(
    _ body: (LibPQSession) async throws -> Value
  ) async throws -> Value {
    try await begin()
    let value: Value
    do { value = try await body(self) } catch {
      // Where not even this works the connection is gone, and the transaction with it.
      try? await rollback()
      throw error
    }
    try await commit()
    return value
  }

  private static func run(
    _ statements: [Statement], in session: Session, deadline: Deadline
  ) async throws(SQLSessionError) -> [Rows] {
    guard let connection = session.present, connection.transactionStatus != .idle else {
      throw SQLSessionError(.outOfTurn)
    }
    do throws(PostgresError) {
      return try await connection.run(statements, deadline: deadline)
    } catch {
      throw SQLSessionError(error)
    }
  }

  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable (inout Session) async throws(SQLSessionError) -> Value
  ) async throws(SQLSessionError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, SQLSessionError>, Never>) in
      let job: Job = { session in
        do throws(SQLSessionError) {
          continuation.resume(returning: .success(try await body(&session)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      if queue.put(CollectionOfOne(job)) != nil {
        continuation.resume(returning: .failure(SQLSessionError(.closed)))
      }
    }
    return try result.get()
  }
}

extension Statement {
  /// Statements of a caller's are not prepared, so that one name does for all.
  private static let sessionName = "session"

  init(_ statement: SQLStatement) {
    self.init(
      Query(
        Statement.sessionName, statement.text,
        parameterTypes: statement.parameters.map { TypeOID($0.type) }),
      statement.parameters.map { parameter in
        parameter.bytes.map { Parameter(.bytes($0)) } ?? .null
      })
  }
}
