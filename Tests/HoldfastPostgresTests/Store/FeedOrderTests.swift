import Holdfast
import HoldfastPostgres
import Testing

/// The order in which the feed shows what several transactions wrote.
@Suite struct FeedOrderTests {
  @Test(
    "a balance's rows come in their order also when the server's clock was set back between them")
  func clockSetBack() async throws {
    let ledger = try await OwnLedger()
    for number in 1...5 {
      try await ledger.submit(
        .credit(Credit(unit: "credits", amount: 1)), IdempotencyKey("k\(number)"))
      // As a server writes it whose clock is set back before every transaction.
      try await ledger.database.rows(
        """
        UPDATE holdfast.feed SET at = at - interval '\(number) hours'
        WHERE xid = (SELECT max(xid::text::bigint)::text::xid8 FROM holdfast.feed)
        """)
    }
    var (seen, cursor): ([Int64], String?) = ([], nil)
    while true {
      let changes = try await ledger.store.changes(in: "acme", after: cursor, limit: 2)
      if changes.changes.isEmpty { break }
      seen += changes.changes.map(\.version)
      cursor = changes.cursor
    }
    #expect(seen == [1, 2, 3, 4, 5])
    await ledger.store.close()
  }

  @Test("rows from before places were kept come first, by the clock")
  func fromBefore() async throws {
    let ledger = try await OwnLedger()
    for number in 1...3 {
      try await ledger.submit(
        .credit(Credit(unit: "credits", amount: 1)), IdempotencyKey("k\(number)"))
    }
    try await ledger.database.rows("UPDATE holdfast.feed SET place = '0/0'")
    try await ledger.submit(.credit(Credit(unit: "credits", amount: 1)), "k4")
    let changes = try await ledger.store.changes(in: "acme", after: nil, limit: 10)
    #expect(changes.changes.map(\.version) == [1, 2, 3, 4])
    await ledger.store.close()
  }
}
