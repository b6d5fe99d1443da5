import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct ExampleEndpointTests {
  static let prompt = Array(repeating: "word", count: 120).joined(separator: " ")

  private func answer(
    _ fixture: LedgerFixture, model: FakeModel = FakeModel(), id: String = "req-42",
    deliver: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) async -> Response {
    let endpoint = ExampleEndpoint(ledger: fixture.ledger, model: model)
    return await endpoint.answer(
      ExampleEndpointTests.prompt, for: "ada", requestID: id, deliver: deliver)
  }

  @Test func `a whole answer is charged by the token`() async throws {
    let fixture = try await LedgerFixture()
    let response = await fixture.clock.run(whenAsleep: 2) { await answer(fixture) }
    #expect(response == .streamed(.complete, charged: 120))
    #expect(try await fixture.settlements() == [120])
  }

  @Test func `a customer gets as much as can be paid`() async throws {
    let fixture = try await LedgerFixture(credits: 70)
    let response = await fixture.clock.run(whenAsleep: 2) { await answer(fixture) }
    #expect(response == .streamed(.outOfCredit, charged: 70))
    #expect(await answer(fixture, id: "req-43") == .paymentRequired)
  }

  @Test func `a customer who hangs up pays for what was delivered`() async throws {
    let fixture = try await LedgerFixture()
    let delivered = Counter()
    let response = await answer(fixture) { _ in
      if delivered.next() > 30 { throw ModelError() }
    }
    #expect(response == .streamed(.hungUp, charged: 30))
  }

  @Test func `a cancelled request pays for what was delivered`() async throws {
    let fixture = try await LedgerFixture()
    let delivered = Counter()
    _ = await Task {
      await answer(fixture) { _ in
        if delivered.next() > 30 {
          cancelThisTask()
          try Task.checkCancellation()
        }
      }
    }.value
    #expect(try await fixture.settlements() == [30])
  }

  @Test func `an answer that fails is free`() async throws {
    let fixture = try await LedgerFixture()
    #expect(await answer(fixture, model: FakeModel(failsAfter: 40)) == .modelFailed)
    #expect(try await fixture.figures().available == 500)
  }

  @Test func `a retry after a crash goes on with the hold and is charged once`() async throws {
    let fixture = try await LedgerFixture()
    // What a process leaves that died in the middle of the stream.
    try await fixture.credits.reserve(
      50, key: "req-42", minimum: 1, expiresIn: .seconds(300), onLapse: .chargeReported)
    try await fixture.ada.reservation(key: "req-42").report(used: 35, key: "crashed")
    let response = await fixture.clock.run(whenAsleep: 2) { await answer(fixture) }
    #expect(response == .streamed(.complete, charged: 120))
    #expect(await answer(fixture) == .alreadyAnswered)
    #expect(try await fixture.settlements() == [120])
  }

  @Test func `whatever fails, nothing stays held and no more is charged than was delivered`()
    async throws
  {
    var streamed = 0
    for seed in UInt64(1)...40 {
      let fixture = try await LedgerFixture()
      fixture.store.randomize(
        probability: 0.4,
        of: [.refuse(.unavailable), .refuse(.overloaded), .loseRequest, .loseReply, .duplicate],
        seed: seed)
      let delivered = Counter()
      let response = await fixture.clock.run {
        await answer(fixture) { _ in _ = delivered.next() }
      }
      fixture.clock.advance(bySeconds: 7200)
      let figures = try await fixture.figures()
      #expect(figures.held == 0, "seed \(seed)")
      #expect(figures.posted >= 500 - Amount(delivered.count), "seed \(seed)")
      if case .streamed(_, let charged) = response {
        streamed += 1
        #expect(charged == Amount(delivered.count), "seed \(seed)")
        #expect(figures.posted == 500 - charged, "seed \(seed)")
      }
    }
    #expect(streamed >= 10)
  }
}
