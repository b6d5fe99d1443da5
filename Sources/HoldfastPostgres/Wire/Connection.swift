/// A connection to PostgreSQL, for one thread or task and no other: by libpq, or a simulated one.
package protocol Connection: AnyObject {
  var isBroken: Bool { get }
  var transactionStatus: TransactionStatus { get }
  /// How long a round trip of a read may take, in microseconds.
  var answerWithin: Int64 { get }

  /// Sends all statements as one pipeline and returns what each answered; see `PostgresConnection`.
  func run(_ statements: [Statement], deadline: Deadline) async throws(PostgresError) -> [Rows]

  /// Sends statements without waiting; they begin the pipeline of the next `run`, and their answers are
  /// the first of its answers.
  func sendAhead(_ statements: [Statement])

  /// `run` for reads. They run in a snapshot, so that nothing of what others do meanwhile can make
  /// a difference.
  func run(_ statements: [Statement], deadline: Deadline) throws(PostgresError) -> [Rows]

  /// Ends the open transaction, if there is one, without its effects. Errors: as `run`.
  func rollback(deadline: Deadline) async throws(PostgresError)

  /// The same for reads.
  func rollback(deadline: Deadline) throws(PostgresError)

  /// Ends the connection; the server undoes what is not committed. Harmless when repeated.
  func close()
}

extension PostgresConnection: Connection {}
