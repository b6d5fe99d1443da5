internal import HoldfastPostgres

/// The server's process at the other end of a connection.
final class Backend {
  let id: Int
  var isAlive = true
  /// What the server said when it ended it, if it said something.
  var farewell: SQLState?
  var transaction: SimulatedDatabase.TransactionID?
  /// Whether a BEGIN opened the transaction, so that it outlives what was sent together.
  var isBegun = false
  /// Whether a statement of the open transaction was refused.
  var isFailed = false
  /// How long it waits for a row, in microseconds, once the limits of time are in force that every
  /// transaction of the store sets.
  var lockTimeout: Int64?
  var pipeline: Pipeline?
  /// What arrived while it was at something else.
  var queue: [Pipeline] = []
  var isHungUp = false
  /// Counts what it does, so that a limit of time can tell whether it still means the same.
  var step = 0

  init(id: Int) {
    self.id = id
  }
}

/// What a client sent together, and how far the server came with it.
struct Pipeline {
  let statements: [Statement]
  /// How many of them arrive; the connection ends behind them if that is not all.
  let received: Int
  /// Behind how many the server ends the connection.
  let killedAfter: Int?
  let answer: (PipelineEnd) -> Void
  var replies: [Rows] = []
  var run: StatementRun?
}

/// What the server sends back.
enum PipelineEnd {
  case complete([Rows], status: TransactionStatus)
  case refused(SQLState, index: Int, status: TransactionStatus)
  /// The server ended the connection in answer to the statement.
  case ended(SQLState?, index: Int)
}
