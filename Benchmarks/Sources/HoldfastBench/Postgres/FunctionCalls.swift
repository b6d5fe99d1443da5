/// Baseline (b): a command is one call of a PL/pgSQL function.
struct FunctionCalls: BaselineClient {
  private let connection: BenchConnection

  init(_ connection: BenchConnection) throws {
    self.connection = connection
    try connection.prepare(
      "reserve", "SELECT * FROM baseline.reserve($1, 'credits', $2, $3, interval '30 minutes')")
    try connection.prepare("settle", "SELECT * FROM baseline.settle($1, $2, $3, $4, $5)")
  }

  func reserve(account: Int, amount: Int64, key: String) throws -> BaselineAnswer {
    let row = try connection.run("reserve", [String(account), String(amount), key])[0]
    return BaselineAnswer(outcome: row[0], hold: row[1], posted: row[2], held: row[3])
  }

  func settle(
    account: Int, hold: String, amount: Int64, key: String, metadata: String
  ) throws -> BaselineAnswer {
    let row = try connection.run(
      "settle", [String(account), hold, String(amount), key, metadata])[0]
    return BaselineAnswer(outcome: row[0], posted: row[1], held: row[2])
  }
}
