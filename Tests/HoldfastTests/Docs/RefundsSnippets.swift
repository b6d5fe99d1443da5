import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct RefundsSnippets {
  struct GenerationFailed: Error {}

  private func makeLedger(_ clock: SimulatedClock) -> Ledger {
    Ledger(
      store: InMemoryStore(clock: clock.storeClock), tenant: "acme/production", clock: clock)
  }

  @Test func `a generation that fails is free, and its count comes back`() async throws {
    let ledger = makeLedger(SimulatedClock())
    let ada = ledger.account("ada")
    let credits = ada["credits"]
    try await credits.credit(500, key: "topup-1")
    try await ledger.administration.define(
      UsageItemDefinition(
        item: "image", limits: [UsageLimit(window: .lifetime, maximum: 10)], overage: .block))
    var returned: Amount?
    func answerFailed(_ amount: Amount) { returned = amount }
    func generate() async throws -> String { throw GenerationFailed() }
    // snippet: failed generation
    do throws(ReservationFailure<any Error>) {
      try await credits.withReservation(
        75, key: "req-42", counts: [Reserve.Count(item: "image", amount: 4)]
      ) { hold in
        let images = try await generate()
        hold.report(60)
        return images
      }
    } catch {
      guard case .body(_, hold: .released(let release)) = error else { throw error }
      answerFailed(release.releasedAmount)  // 75 credits came back, and four images with them
    }
    // end
    #expect(returned == 75)
    #expect(try await credits.figures().available == 500)
    #expect(try await ada.usage(of: "image").used == 0)
  }

  @Test func `a refund goes back into the lots it came from, at most once over`() async throws {
    let clock = SimulatedClock()
    let ledger = makeLedger(clock)
    let ada = ledger.account("ada")
    let credits = ada["credits"]
    let soon = clock.now.advanced(bySeconds: 3600)
    try await credits.credit(100, key: "grant:pro:2026-01", expiresAt: soon)
    try await credits.credit(50, key: "topup-1", kind: "topup")

    // snippet: refund
    let job = try await credits.reserve(120, key: "req-42")
    let settled = try await ledger.reservation(job.outcome).settle(120, key: "req-42")
    let refund = try await ada.reverse(
      settled.entryId, amount: 30, reason: "two of eight images were black",
      key: "refund:ticket-881")
    // refund.reversedAmount is 30: 20 for the topup, which burned last, and 10 for the grant.
    // end
    #expect(refund.reversedAmount == 30)
    #expect(try await credits.lots().map(\.remaining) == [10, 50])

    clock.advance(bySeconds: 3600)
    // snippet: into a lapsed lot
    // An hour later the grant has lapsed. The other 90 burned in it.
    let late = try await ada.reverse(settled.entryId, key: "refund:ticket-882")
    // late.reversedAmount is 90, and so is late.lapsedAmount: nothing to spend came back.
    // end
    #expect(late.reversedAmount == 90)
    #expect(late.lapsedAmount == 90)
    #expect(try await credits.available() == 50)

    // snippet: goodwill
    if late.lapsedAmount > 0 {
      try await credits.credit(
        late.lapsedAmount, key: "goodwill:ticket-882", kind: "refund", category: .promotional)
    }
    // end
    #expect(try await credits.available() == 140)
    let error = await #expect(throws: LedgerError.self) {
      try await ada.reverse(settled.entryId, amount: 1, key: "refund:ticket-883")
    }
    #expect(error?.code == .reversalExceedsEntry)
  }

  @Test func `usage goes back into its window, with what it cost`() async throws {
    let ledger = makeLedger(SimulatedClock())
    let ada = ledger.account("ada")
    let credits = ada["credits"]
    try await credits.credit(500, key: "topup-1")
    try await ledger.administration.define(
      UsageItemDefinition(
        item: "image", limits: [UsageLimit(window: .lifetime, maximum: 10)],
        overage: .charge(UsagePrice(unit: "credits", amount: 3))))
    func show(_ credited: Amount, _ used: Amount) {
      #expect(credited == 6)
      #expect(used == 9)
    }
    // snippet: usage back
    let images = try await ada.recordUsage(of: "image", 12, key: "req-42")
    // 10 were free, and 2 cost 3 each: images.chargedUnits is 6.
    if let record = images.recordId {
      let back = try await ada.reverseUsage(record, amount: 3, key: "refund:ticket-881")
      show(back.creditedUnits, back.used)  // 6, since the charged pieces go first; 9 are used
    }
    // end
    #expect(images.chargedUnits == 6)
    #expect(try await credits.available() == 500)
  }

  @Test func `of a payment that is taken back, what was spent is told`() async throws {
    let ledger = makeLedger(SimulatedClock())
    let ada = ledger.account("ada")
    let credits = ada["credits"]
    // snippet: chargeback
    let topUp = try await credits.credit(500, key: "payment-8812", kind: "topup")
    try await credits.debit(120, key: "order-7")
    let back = try await ada.reverse(topUp.entryId, key: "chargeback:payment-8812")
    // back.reversedAmount is 380, back.unrecoverableAmount is 120.
    // end
    #expect(back.reversedAmount == 380)
    #expect(back.unrecoverableAmount == 120)
    #expect(try await credits.available() == 0)
  }
}
