import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Two ways in which READ COMMITTED deceives statements that look simpler than ours, and that ours
/// hold in the same course of events.
@Suite("READ COMMITTED traps", .timeLimit(.minutes(10)))
struct ReadCommittedTrapTests {
  private static var soon: Deadline { .after(seconds: 600) }

  @Test("naive: a sub-query in the guard of an UPDATE keeps the snapshot of before the wait")
  func guardedUpdate() async throws {
    let database = try await TestDatabase()
    try await database.rows(
      """
      CREATE TABLE balance (id int PRIMARY KEY, posted bigint, held bigint);
      CREATE TABLE hold (balance int, amount bigint, is_due boolean);
      INSERT INTO balance VALUES (1, 100, 80);
      INSERT INTO hold VALUES (1, 80, true);
      """)
    // Gives back what is due and holds 80, when that leaves enough.
    let reserve = """
      WITH due AS (SELECT coalesce(sum(amount), 0) AS amount FROM hold WHERE is_due), reserved AS (
        UPDATE balance SET held = held - (SELECT amount FROM due) + 80
        WHERE id = 1 AND posted - (held - (SELECT amount FROM due)) >= 80 RETURNING id
      ), swept AS (DELETE FROM hold WHERE is_due)
      INSERT INTO hold SELECT id, 80, false FROM reserved
      """
    try await database.with { first in
      try first.runScript("BEGIN; \(reserve)", deadline: Self.soon)
      let second = try Contender(database, against: first) { connection in
        _ = try connection.runScript(reserve, deadline: Self.soon)
      }
      try first.runScript("COMMIT", deadline: Self.soon)
      try second.value()
    }
    let held = try await database.rows("SELECT sum(amount) FROM hold")
    #expect(held == [["160"]], "160 held of 100")
    #expect(try await database.rows("SELECT held FROM balance") == [["80"]])
  }

  @Test("naive: ON CONFLICT DO NOTHING with the look-up beside it shows the loser nothing")
  func insertOrLookUp() async throws {
    let database = try await TestDatabase()
    try await database.rows("CREATE TABLE key (key text PRIMARY KEY, result text)")
    let claim = """
      WITH made AS (
        INSERT INTO key VALUES ('k', 'done') ON CONFLICT DO NOTHING RETURNING result
      )
      SELECT result FROM made UNION ALL SELECT result FROM key WHERE key = 'k'
      """
    try await database.with { first in
      #expect(try first.runScript("BEGIN; \(claim)", deadline: Self.soon)[1].rowCount == 1)
      let second = try Contender(database, against: first) { connection in
        try connection.runScript(claim, deadline: Self.soon)[0].rowCount
      }
      try first.runScript("COMMIT", deadline: Self.soon)
      #expect(try second.value() == 0, "neither made nor found")
    }
    #expect(try await database.rows("SELECT result FROM key") == [["done"]])
  }

  @Test("ours: a hold that another session swept meanwhile is given back once")
  func dueHold() async throws {
    let world = try await BatchWorld()
    let store = try await world.store()
    for result in try await store.submit([
      world.credit(100), world.reserve(80, "first", seconds: 60),
    ]) {
      _ = try result.get()
    }
    world.clock.advance(bySeconds: 61)
    let late = try await world.race(
      world.reserve(80, "second", seconds: 60), with: world.reserve(80, "third", seconds: 60))
    #expect(late.winner.code == nil)
    #expect(late.loser.code == .insufficientBalance)
    #expect(late.wasRaced == false, "it waited for the lock and looked behind it")
    let balance = try await store.balance(of: "credits", world.address)
    #expect(balance.held == 80)
    #expect(try await world.held() == "80")
    await store.close()
  }

  @Test("ours: who loses the race for a key on a known account gets the winner's result")
  func sameKey() async throws {
    let world = try await BatchWorld()
    let store = try await world.store()
    _ = try await store.submit(world.credit(100))
    let command = world.reserve(30, "same", seconds: 60)
    let answers = try await world.race(command, with: command)
    #expect(answers.winner.duplicate == false)
    #expect(answers.loser.duplicate == true)
    #expect(answers.wasRaced == false)
    #expect(try answers.winner.get().outcome == answers.loser.get().outcome)
    #expect(try await world.held() == "30")
    await store.close()
  }

  @Test("ours: who loses the race for an account's first row tries again and gets the result")
  func firstUse() async throws {
    let world = try await BatchWorld()
    let answers = try await world.race(world.credit(100), with: world.credit(100))
    #expect(answers.winner.duplicate == false)
    #expect(answers.loser.duplicate == true)
    #expect(answers.wasRaced, "there was no row to wait for")
    #expect(try answers.winner.get().outcome == answers.loser.get().outcome)
    let store = try await world.store()
    #expect(try await store.balance(of: "credits", world.address).posted == 100)
    await store.close()
  }
}

extension Result<CommandResult, LedgerError> {
  fileprivate var code: LedgerError.Code? {
    guard case .failure(let error) = self else { return nil }
    return error.code
  }

  fileprivate var duplicate: Bool? { try? get().duplicate }
}
