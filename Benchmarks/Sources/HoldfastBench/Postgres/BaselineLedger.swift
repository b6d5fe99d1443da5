/// The tables that the baselines share, and what must be true of them.
struct BaselineLedger {
  private let connection: BenchConnection

  /// Makes the tables, 10,000 accounts, and `rows` journal rows before those of the run.
  init(_ connection: BenchConnection, journalRows rows: Int) throws {
    self.connection = connection
    try connection.execute(BaselineScript.schema)
    try connection.execute(BaselineScript.function)
    try connection.execute("SELECT baseline.fill(\(Popularity.accounts))")
    let pairs = rows / Popularity.accounts / 2
    if pairs > 0 { try connection.execute("SELECT baseline.preload(\(pairs))") }
    try connection.execute("VACUUM ANALYZE")
  }

  /// How many pairs were applied, by what the settlements charged.
  func settled() throws -> Int {
    Int(try connection.value("SELECT count(*) FROM baseline.journal WHERE kind = 'settle'")) ?? 0
  }

  /// Fails unless every sum is right and exactly `pairs` were settled since `before`.
  func verify(settledBefore before: Int, pairs: Int) throws {
    for row in try connection.execute(BaselineScript.verify) {
      throw BrokenLedger(what: "\(row[0]): broken \(row[1]) times")
    }
    let settled = try settled() - before
    guard settled == pairs else {
      throw BrokenLedger(what: "\(pairs) pairs were acknowledged, \(settled) are in the journal")
    }
  }

  /// Fails unless a retry gets the first answer and nobody overdraws. Applies one pair.
  func verifyRules(_ client: any BaselineClient, key: String) throws {
    func expect(_ answer: BaselineAnswer, _ expected: BaselineAnswer, _ rule: String) throws {
      guard answer == expected else {
        throw BrokenLedger(what: "\(rule): \(answer) instead of \(expected)")
      }
    }
    let account = 2
    let reserved = try client.reserve(account: account, amount: 75, key: key)
    guard reserved.outcome == "applied" else { throw BrokenLedger(what: "a reserve: \(reserved)") }
    try expect(
      try client.reserve(account: account, amount: 75, key: key), reserved.asDuplicate,
      "a retried reserve")
    try expect(
      try client.reserve(account: account, amount: 76, key: key),
      BaselineAnswer(
        outcome: "key_reused", hold: reserved.hold, posted: reserved.posted, held: reserved.held),
      "a key used for another amount")
    try expect(
      try client.reserve(account: account, amount: 4_000_000_000_000, key: key + "x"),
      BaselineAnswer(outcome: "insufficient_balance"), "an overdraft")
    func settle(_ key: String) throws -> BaselineAnswer {
      try client.settle(
        account: account, hold: reserved.hold, amount: 60, key: key, metadata: "{}")
    }
    let settled = try settle(key)
    guard settled.outcome == "applied" else { throw BrokenLedger(what: "a settle: \(settled)") }
    try expect(try settle(key), settled.asDuplicate, "a retried settle")
    try expect(try settle(key + "x"), BaselineAnswer(outcome: "closed"), "a second settle")
  }
}

/// The ledger does not say what was done to it.
struct BrokenLedger: Error, CustomStringConvertible {
  let what: String
  var description: String { what }
}
