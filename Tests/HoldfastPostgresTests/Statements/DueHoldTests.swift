import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Many holds that lapse at once, of which nobody swept any.
@Suite("Due holds", .serialized, .timeLimit(.minutes(10)))
struct DueHoldTests {
  private static let count = 10_000

  @Test("a balance with 10,000 due holds answers within a second")
  func answers() async throws {
    let world = try await BatchWorld()
    let store = try await world.store()
    let amount = Amount(Int64(Self.count))
    try await submit([world.credit(amount)], to: store)
    try await submit(
      (0..<Self.count).map { world.reserve(1, IdempotencyKey("hold-\($0)"), seconds: 60) },
      to: store)
    #expect(try await world.held() == "\(Self.count)")
    world.clock.advance(bySeconds: 61)

    let reading = try await ContinuousClock().measure {
      let balance = try await store.balance(of: "credits", world.address)
      #expect(balance.held == 0)
      #expect(balance.available == amount)
    }
    let writing = try await ContinuousClock().measure {
      try await submit([world.reserve(amount, "all", seconds: 60)], to: store)
    }
    print("10,000 due holds: read in \(reading), written with a command in \(writing)")
    #expect(reading < .seconds(Self.secondsAllowed))
    #expect(writing < .seconds(Self.secondsAllowed))
    #expect(try await world.held() == "\(amount.value)")
    let lapsed = try await world.database.rows(
      "SELECT count(*) FROM holdfast.journal WHERE held_delta = -1 AND identity IS NULL")
    #expect(lapsed == [["\(Self.count)"]])
    await store.close()
  }

  /// Unoptimised code is slower by far than what is shipped.
  private static var secondsAllowed: Int {
    #if DEBUG
      10
    #else
      1
    #endif
  }

  private func submit(_ commands: [Command], to store: PostgresStore) async throws {
    for result in try await store.submit(commands) { _ = try result.get() }
  }
}
