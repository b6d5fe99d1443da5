import Holdfast
import HoldfastPostgres
import Testing

/// Transactions that lock what they need in one order cannot wait for each other in a circle.
@Suite("Lock order", .timeLimit(.minutes(10)))
struct LockOrderTests {
  @Test("streams are locked in key order, in whatever order the accounts are named")
  func keyOrder() async throws {
    let history = try await LongHistory(rows: 0)
    let names = (0..<5).map { AccountName("account-\($0)") }
    let query = try #require(SentQueries.all.first { $0.name == "lock_streams" })
    let (locked, free, all) = try await history.database.with { holder in
      try history.world.submit(names.map { history.world.credit(1, to: $0) }, on: holder)
      let ids = try holder.runScript(
        "SELECT account_id FROM holdfast.stream ORDER BY account_id", deadline: .after(seconds: 30)
      )[0]
      try holder.runScript(
        "BEGIN; SELECT FROM holdfast.stream WHERE account_id = '\(ids.text(2, 0))' FOR UPDATE",
        deadline: .after(seconds: 30))
      let contender = try Contender(history.database, against: holder) { connection in
        try connection.runScript("BEGIN", deadline: .after(seconds: 30))
        let accounts = names.map { history.world.id(of: $0) }.sorted { $1 < $0 }.map(\.digest)
        var column = ColumnBuffer.uuid(capacity: accounts.count)
        for digest in accounts { column.append(uuid: digest.first, digest.second) }
        return try connection.run(
          [Statement(query, [.int2(0), column.parameter()])], deadline: .after(seconds: 30))[0]
          .rowCount
      }
      // What the contender has not locked, as far as it came.
      let free = try history.onAnotherConnection { connection in
        try connection.runScript(
          "SELECT account_id FROM holdfast.stream ORDER BY account_id FOR UPDATE SKIP LOCKED",
          deadline: .after(seconds: 30))[0]
      }
      try holder.runScript("COMMIT", deadline: .after(seconds: 30))
      let texts = { (rows: Rows) in (0..<rows.rowCount).map { rows.text($0, 0) } }
      return (try contender.value(), texts(free), texts(ids))
    }
    #expect(locked == names.count)
    #expect(free == Array(all.suffix(2)))
  }
}
