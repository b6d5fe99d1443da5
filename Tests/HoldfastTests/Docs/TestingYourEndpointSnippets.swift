import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct TestingYourEndpointSnippets {
  static let prompt = Array(repeating: "word", count: 120).joined(separator: " ")

  // snippet: set-up
  struct World {
    let clock = SimulatedClock()
    let store: FaultyStore
    let ledger: Ledger

    init(credits: Amount) async throws {
      store = FaultyStore(InMemoryStore(clock: clock.storeClock), clock: clock)
      ledger = Ledger(store: store, tenant: "test", clock: clock)
      try await ledger.account("ada")["credits"].credit(credits, key: "topup-1")
    }

    func answer(_ id: String) async -> Response {
      await ExampleEndpoint(ledger: ledger, model: FakeModel()).answer(
        TestingYourEndpointSnippets.prompt, for: "ada", requestID: id
      ) { _ in }
    }
  }
  // end

  // snippet: a settle that is lost
  @Test func `a settle whose answer is lost charges once`() async throws {
    let world = try await World(credits: 500)
    // The first settle is applied and its answer lost; the second does not get through.
    world.store.script([.loseReply, .refuse(.unavailable)], for: .settle)
    let response = await world.clock.run { await world.answer("req-42") }
    #expect(response == .streamed(.complete, charged: 120))
    #expect(world.store.answers(to: .settle) == 3)
    #expect(try await world.ledger.account("ada")["credits"].available() == 380)
  }
  // end

  // snippet: who cannot pay
  @Test func `who cannot pay is told so`() async throws {
    let world = try await World(credits: 500)
    world.store.script([.refuse(.insufficientBalance)], for: .reserve)
    #expect(await world.answer("req-42") == .paymentRequired)
  }
  // end

  // snippet: a death
  @Test func `after a death nothing stays held`() async throws {
    let world = try await World(credits: 500)
    world.store.disconnect(after: 1)  // The reserve gets through, and nothing after it.
    _ = await world.clock.run { await world.answer("req-42") }
    world.store.reconnect()
    world.clock.advance(bySeconds: 300)
    let figures = try await world.ledger.account("ada")["credits"].figures()
    #expect(figures.held == 0)
    #expect(figures.posted == 500)  // Nothing had been reported durably.
  }
  // end

  // snippet: by chance
  @Test(arguments: UInt64(1)...20)
  func `whatever fails, no more is charged than was delivered`(seed: UInt64) async throws {
    let world = try await World(credits: 500)
    world.store.randomize(
      probability: 0.3, of: [.refuse(.unavailable), .loseRequest, .loseReply, .duplicate],
      seed: seed)
    let response = await world.clock.run { await world.answer("req-42") }
    world.clock.advance(bySeconds: 300)
    let figures = try await world.ledger.account("ada")["credits"].figures()
    #expect(figures.held == 0)
    #expect(figures.posted >= 380)
    if case .streamed(_, let charged) = response { #expect(figures.posted == 500 - charged) }
  }
  // end
}
