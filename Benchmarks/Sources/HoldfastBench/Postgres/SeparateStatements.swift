/// Baseline (a): a transaction of separate statements, with the decisions in the application.
struct SeparateStatements: BaselineClient {
  private let connection: BenchConnection

  init(_ connection: BenchConnection) throws {
    self.connection = connection
    for (name, text) in SeparateStatements.statements { try connection.prepare(name, text) }
  }

  func reserve(account: Int, amount: Int64, key: String) throws -> BaselineAnswer {
    try transaction {
      guard let balance = try connection.run("lock", [String(account)]).first else {
        return BaselineAnswer(outcome: "insufficient_balance")
      }
      if let prior = try connection.run("prior", [String(account), "reserve", key]).first {
        return BaselineAnswer(
          outcome: prior[0] == String(amount) ? "duplicate" : "key_reused", hold: prior[1],
          posted: prior[2], held: prior[3])
      }
      let (version, posted, held, limit) = (
        balance[0], number(balance[1]), number(balance[2]), balance[3]
      )
      guard posted - held + number(limit) >= amount else {
        return BaselineAnswer(outcome: "insufficient_balance")
      }
      let at = balance[4]
      var missing = amount
      var pins: [(lot: String, amount: Int64)] = []
      for lot in try connection.run("lots", [String(account), at]) where missing > 0 {
        let piece = min(missing, number(lot[1]))
        try connection.run("pin", [lot[0], String(piece)])
        pins.append((lot[0], piece))
        missing -= piece
      }
      let hold = try connection.run(
        "hold",
        [
          String(account), String(amount), array(pins.map(\.lot)),
          array(pins.map { String($0.amount) }), at,
        ])[0][0]
      let after = held + amount
      try connection.run(
        "journal",
        [
          String(account), version, at, "reserve", key, String(amount), "0", String(amount),
          String(posted), String(after), hold, nil,
        ])
      try connection.run("update", [String(account), version, String(posted), String(after), at])
      return BaselineAnswer(
        outcome: "applied", hold: hold, posted: String(posted), held: String(after))
    }
  }

  func settle(
    account: Int, hold: String, amount: Int64, key: String, metadata: String
  ) throws -> BaselineAnswer {
    try transaction {
      guard let balance = try connection.run("lock", [String(account)]).first else {
        return BaselineAnswer(outcome: "not_found")
      }
      if let prior = try connection.run("prior", [String(account), "settle", key]).first {
        let isSame = prior[0] == String(amount) && prior[1] == hold
        return BaselineAnswer(
          outcome: isSame ? "duplicate" : "key_reused", posted: prior[2], held: prior[3])
      }
      let at = balance[4]
      guard let open = try connection.run("open", [hold, String(account), at]).first else {
        return BaselineAnswer(outcome: "closed")
      }
      let reserved = number(open[0])
      guard amount <= reserved else { return BaselineAnswer(outcome: "exceeds_reservation") }
      var missing = amount
      for (lot, pinned) in zip(elements(open[1]), elements(open[2])) {
        let piece = min(missing, number(pinned))
        try connection.run("burn", [lot, String(piece), pinned])
        missing -= piece
      }
      try connection.run("close", [hold, String(amount), at])
      let posted = String(number(balance[1]) - amount)
      let held = String(number(balance[2]) - reserved)
      try connection.run(
        "journal",
        [
          String(account), balance[0], at, "settle", key, String(amount), String(-amount),
          String(-reserved), posted, held, hold, metadata,
        ])
      try connection.run("update", [String(account), balance[0], posted, held, at])
      return BaselineAnswer(outcome: "applied", posted: posted, held: held)
    }
  }

  private func transaction(_ body: () throws -> BaselineAnswer) throws -> BaselineAnswer {
    try connection.run("begin")
    do {
      let answer = try body()
      try connection.run("commit")
      return answer
    } catch {
      _ = try? connection.execute("ROLLBACK")
      throw error
    }
  }

  private func number(_ text: String) -> Int64 { Int64(text) ?? 0 }

  private func array(_ elements: [String]) -> String { "{" + elements.joined(separator: ",") + "}" }

  private func elements(_ array: String) -> [String] {
    array.dropFirst().dropLast().split(separator: ",").map(String.init)
  }

  private static let statements: [(String, String)] = [
    ("begin", "BEGIN"),
    ("commit", "COMMIT"),
    (
      // The select list is computed after the lock is had, so the clock is read then.
      "lock",
      """
      SELECT version + 1, posted, held, overdraft_limit, greatest(clock_timestamp(), updated_at)
      FROM baseline.balance WHERE account_id = $1 AND unit = 'credits' FOR UPDATE
      """
    ),
    (
      "prior",
      """
      SELECT amount, hold_id, posted_after, held_after FROM baseline.journal
      WHERE account_id = $1 AND kind = $2 AND key = $3
      """
    ),
    (
      "lots",
      """
      SELECT lot_id, remaining - pinned FROM baseline.lot
      WHERE account_id = $1 AND unit = 'credits' AND remaining > pinned
        AND (expires_at IS NULL OR expires_at > $2)
      ORDER BY priority, expires_at NULLS LAST, lot_id
      """
    ),
    ("pin", "UPDATE baseline.lot SET pinned = pinned + $2 WHERE lot_id = $1"),
    (
      "burn",
      "UPDATE baseline.lot SET remaining = remaining - $2, pinned = pinned - $3 WHERE lot_id = $1"
    ),
    (
      "hold",
      """
      INSERT INTO baseline.hold (account_id, unit, amount, pin_lots, pin_amounts, expires_at,
        created_at)
      VALUES ($1, 'credits', $2, $3, $4, $5::timestamptz + interval '30 minutes', $5)
      RETURNING hold_id
      """
    ),
    (
      "open",
      """
      SELECT amount, pin_lots, pin_amounts FROM baseline.hold
      WHERE hold_id = $1 AND account_id = $2 AND status = 'open' AND expires_at > $3
      """
    ),
    (
      "close",
      """
      UPDATE baseline.hold SET status = 'settled', settled = $2, closed_at = $3 WHERE hold_id = $1
      """
    ),
    (
      "journal",
      """
      INSERT INTO baseline.journal (account_id, unit, version, at, kind, key, amount, posted_delta,
        held_delta, posted_after, held_after, hold_id, metadata)
      VALUES ($1, 'credits', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """
    ),
    (
      "update",
      """
      UPDATE baseline.balance SET version = $2, posted = $3, held = $4, updated_at = $5
      WHERE account_id = $1 AND unit = 'credits'
      """
    ),
  ]
}
