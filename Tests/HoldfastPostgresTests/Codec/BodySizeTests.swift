import Holdfast
import HoldfastPostgres
import Testing

@Suite("How long bodies are")
struct BodySizeTests {
  /// By what one transaction writes for a command: the aim is a row of about 110 bytes beside columns.
  private static let most = 110

  @Test("a reserve and its settlement stay short at instants and amounts of everyday")
  func sizes() async throws {
    let clock = Ticking()
    let store = InMemoryStore(clock: StoreClock(now: { clock.next() }))
    func send(_ key: String, _ action: Command.Action) async throws -> CommandResult {
      try await store.submit(
        Command(
          tenant: "acme/production", account: "user_2f9c1e7a", key: IdempotencyKey(key),
          action: action))
    }
    for lot in 0..<20 {
      let credit = Credit(
        unit: "usd_micros", amount: 900_001,
        expiresAt: Instant(seconds: 1_900_000_000 + Int64(lot)), category: .promotional)
      _ = try await send("topup-\(lot)", .credit(credit))
    }
    for index in 0..<60 {
      let reserved = try await send(
        "req_01J9ZQ4T8RESERVE\(index)",
        .reserve(Reserve(unit: "usd_micros", amount: 250_003, graceSeconds: 30)))
      guard case .reservation(let reservation) = reserved.outcome else { continue }
      let settle = Settle(
        reservation: .id(reservation.reservationId), amount: Amount(180_017 + index))
      _ = try await send("req_01J9ZQ4T8SETTLE\(index)", .settle(settle))
    }
    let account = try #require(store.accounts(of: "acme/production").first)
    var sizes: [JournalRow.Event: [Int]] = [:]
    for (row, place) in account.rows {
      sizes[row.event, default: []].append(StoredRow(row, in: place).body.count)
    }
    for event in [JournalRow.Event.reserve, .settlement] {
      let found = try #require(sizes[event])
      print("body of a \(event): \(SizeSpread(found)) bytes (least, median, 95 %, most)")
      #expect(found.count == 60)
      #expect(found.allSatisfy { $0 <= BodySizeTests.most })
    }
  }
}
