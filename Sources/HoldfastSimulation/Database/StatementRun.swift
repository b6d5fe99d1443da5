package import HoldfastPostgres

/// A statement on its way through the database, which may have to wait in the middle.
package struct StatementRun {
  package let statement: Statement
  let arguments: Arguments
  /// The number of the last commit that it sees; set when it begins.
  var snapshot: Int64?
  /// What it goes through, as it saw it when it began.
  var candidates: [TableKey]?
  /// How far it came.
  var cursor = 0
  var answer: [[Field]] = []

  package init(_ statement: Statement) {
    self.statement = statement
    arguments = Arguments(statement)
  }
}

extension SimulatedDatabase {
  /// Begins a statement, or goes on with it after a wait.
  ///
  /// - Parameter clock: The server's, in microseconds since 1970.
  package mutating func proceed(
    _ run: inout StatementRun, in id: TransactionID, clock: Int64
  ) -> Progress {
    if run.snapshot == nil { run.snapshot = commits }
    let name = run.statement.query.name
    if let rows = load(name, run.arguments, id, clock: clock) ?? read(name, run.arguments, id) {
      return .done(Rows(fields: rows))
    }
    guard
      let progress = lock(name, &run, id) ?? sum(name, &run, id)
        ?? write(name, &run, id, clock: clock)
    else {
      preconditionFailure("the simulated database does not know \(name)")
    }
    return progress
  }

  /// The statements that it knows.
  package static let names =
    loadingNames.union(readingNames).union(lockingNames).union(writingNames).union(sumNames)
}
