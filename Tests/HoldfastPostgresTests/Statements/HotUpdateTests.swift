import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Updates that find room in their page touch no index and need no vacuum.
@Suite("HOT updates", .timeLimit(.minutes(10)))
struct HotUpdateTests {
  @Test("nearly every update of a stream is HOT, of one busy balance and of many")
  func streams() async throws {
    // Of its own, because a transaction in any database of a server keeps dead rows in all of them.
    let server = try ThrowAwayPostgres(settings: ["fsync": "off", "autovacuum": "off"])
    let database = try await TestDatabase { server }
    _ = try await database.migrate()
    let world = try await BatchWorld(database)
    let figures = try await database.with { connection in
      try world.submit(
        (0..<200).map { world.credit(2_000, to: AccountName("account-\($0)")) }, on: connection)
      for round in 0..<20 {
        try world.submit(
          (0..<200).map { account in
            world.debit(1, from: AccountName("account-\(account)"), IdempotencyKey("\(round)"))
          }, on: connection)
      }
      for round in 0..<1_000 {
        try world.submit(
          [world.debit(1, from: "account-0", IdempotencyKey("busy-\(round)"))], on: connection)
      }
      // Figures are given away between transactions, and kept as they were first seen within one.
      try connection.runScript("SELECT pg_stat_force_next_flush()", deadline: .after(seconds: 60))
      let answer = try connection.runScript(
        "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'stream'",
        deadline: .after(seconds: 60))[0]
      return [answer.text(0, 0), answer.text(0, 1)].compactMap { Int($0) }
    }
    try server.stop(.immediate)
    #expect(figures[0] == 5_000)
    #expect(figures[1] * 100 >= figures[0] * 99, "\(figures)")
  }
}
