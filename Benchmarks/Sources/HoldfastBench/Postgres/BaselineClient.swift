/// One connection that reserves and settles in a baseline's way.
protocol BaselineClient {
  init(_ connection: BenchConnection) throws
  /// `insufficient_balance` is an outcome.
  func reserve(account: Int, amount: Int64, key: String) throws -> BaselineAnswer
  func settle(account: Int, hold: String, amount: Int64, key: String, metadata: String) throws
    -> BaselineAnswer
}

/// What a baseline answers, the same for all three.
struct BaselineAnswer: Equatable {
  /// `applied`, `duplicate`, `key_reused`, `insufficient_balance`, `closed`, …
  let outcome: String
  /// Of a reserve; empty for a settle.
  var hold = ""
  var posted = ""
  var held = ""

  /// The answer that a retry under the same key must get.
  var asDuplicate: BaselineAnswer {
    BaselineAnswer(outcome: "duplicate", hold: hold, posted: posted, held: held)
  }
}

/// The baselines by name.
enum BaselineKind: String, CaseIterable {
  case separate
  case function
  case guarded

  func client(_ connection: BenchConnection) throws -> any BaselineClient {
    switch self {
    case .separate: try SeparateStatements(connection)
    case .function: try FunctionCalls(connection)
    case .guarded: try GuardedStatements(connection)
    }
  }
}
