import Holdfast
import HoldfastTesting
import Testing

/// How a hold grows with the work.
@Suite(.timeLimit(.minutes(10))) struct HoldGrowthTests {
  @Test func `what is held already asks nobody`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      for amount in 0...75 { #expect(await hold.ensure(atLeast: Amount(amount)) == nil) }
    }
    #expect(fixture.store.answers(to: .increase) == 0)
  }

  @Test func `a stream makes few steps, each doubling the hold, at most four a second`()
    async throws
  {
    let fixture = try await LedgerFixture(credits: 10_000)
    try await fixture.clock.run(whenAsleep: 2) {
      try await fixture.credits.withReservation(10, key: "req-42") { hold in
        for used in 1...1000 {
          let used = Amount(used)
          #expect(await hold.ensure(atLeast: used) == nil)
          #expect(hold.held >= used)
          hold.report(used)
        }
      }
    }
    let feed = try await fixture.ledger.changes()
    let steps = feed.changes.filter { $0.event == "increase" }
    #expect(steps.map(\.heldDelta) == [10, 20, 40, 80, 160, 320, 640])
    for (earlier, later) in zip(steps, steps.dropFirst()) {
      #expect(earlier.createdAt.duration(to: later.createdAt) >= .milliseconds(250))
    }
    #expect(try await fixture.settlements() == [1000])
  }

  @Test func `towards the end of the credit steps are smaller, and the refusal is exact`()
    async throws
  {
    let fixture = try await LedgerFixture(credits: 100)
    try await fixture.clock.run(whenAsleep: 2) {
      try await fixture.credits.withReservation(75, key: "req-42") { hold in
        #expect(await hold.ensure(atLeast: 80) == nil)
        #expect(hold.held == 87)
        let refusal = await hold.ensure(atLeast: 101)
        #expect(refusal?.code == .insufficientBalance)
        #expect(refusal?.available == 13)
        #expect(refusal?.required == 14)
        #expect(hold.held == 87)
        #expect(await hold.ensure(atLeast: 100) == nil)
        hold.report(100)
      }
    }
    #expect(try await fixture.settlements() == [100])
  }

  @Test func `a step meets a spending cap and asks for no more than is needed`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.ledger.administration.define(
      UsageItemDefinition(
        item: "agent",
        limits: [
          UsageLimit(window: .lifetime, maximum: 100, measures: .spent("credits"))
        ], overage: .block))
    try await fixture.clock.run(whenAsleep: 2) {
      try await fixture.credits.withReservation(
        75, key: "req-42", counts: [Reserve.Count(item: "agent", amount: 1)]
      ) { hold in
        #expect(await hold.ensure(atLeast: 100) == nil)
        #expect(hold.held == 100)
        #expect(await hold.ensure(atLeast: 101)?.code == .limitExceeded)
      }
    }
  }

  @Test func `many who ask at once share a step`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      await withTaskGroup(of: LedgerError?.self) { group in
        for amount in 100..<150 {
          group.addTask { await hold.ensure(atLeast: Amount(amount)) }
        }
        for await refusal in group { #expect(refusal == nil) }
      }
    }
    #expect(fixture.store.answers(to: .increase) == 1)
  }

  @Test func `who asks for little is not refused for who asks for too much`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.clock.run(whenAsleep: 2) {
      try await fixture.credits.withReservation(75, key: "req-42") { hold in
        async let much = hold.ensure(atLeast: 9000)
        async let little = hold.ensure(atLeast: 400)
        #expect(await much?.code == .insufficientBalance)
        #expect(await little == nil)
      }
    }
  }

  @Test(arguments: [Fault.loseReply, .loseRequest, .refuse(.unavailable), .refuse(.overloaded)])
  func `a step that is not answered is asked again and made once`(fault: Fault) async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script([fault, fault], for: .increase)
    try await fixture.clock.run(whenAsleep: 2) {
      try await fixture.credits.withReservation(75, key: "req-42") { hold in
        #expect(await hold.ensure(atLeast: 100) == nil)
        #expect(hold.held == 150)
        hold.report(150)
      }
    }
    #expect(try await fixture.run().increasedAmount == 75)
  }

  @Test func `a ledger that does not answer is told after two seconds`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.clock.run(whenAsleep: 2) {
      try await fixture.credits.withReservation(75, key: "req-42") { hold in
        fixture.store.disconnect()
        #expect(await hold.ensure(atLeast: 100)?.code == .unavailable)
        #expect(hold.held == 75)
        fixture.store.reconnect()
        #expect(await hold.ensure(atLeast: 100) == nil)
      }
    }
  }
}
