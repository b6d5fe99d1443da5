/// Baseline (c): a command is one statement with a guarded UPDATE.
struct GuardedStatements: BaselineClient {
  private let connection: BenchConnection

  init(_ connection: BenchConnection) throws {
    self.connection = connection
    try connection.prepare("reserve", BaselineScript.guardedReserve)
    try connection.prepare("settle", BaselineScript.guardedSettle)
  }

  func reserve(account: Int, amount: Int64, key: String) throws -> BaselineAnswer {
    let rows = try run(
      "reserve", [String(account), "credits", String(amount), key, "30 minutes"])
    guard let row = rows.first else { return BaselineAnswer(outcome: "insufficient_balance") }
    return BaselineAnswer(outcome: row[0], hold: row[1], posted: row[2], held: row[3])
  }

  func settle(
    account: Int, hold: String, amount: Int64, key: String, metadata: String
  ) throws -> BaselineAnswer {
    let rows = try run("settle", [String(account), hold, String(amount), key, metadata])
    guard let row = rows.first else { return BaselineAnswer(outcome: "closed") }
    return BaselineAnswer(outcome: row[0], posted: row[1], held: row[2])
  }

  /// Runs it again while a constraint says that the snapshot was out of date.
  private func run(_ name: String, _ parameters: [String?]) throws -> [[String]] {
    var attempt = 0
    while true {
      do throws(DatabaseFailure) {
        return try connection.run(name, parameters)
      } catch {
        attempt += 1
        guard error.isStale, attempt < 100 else { throw error }
      }
    }
  }
}
