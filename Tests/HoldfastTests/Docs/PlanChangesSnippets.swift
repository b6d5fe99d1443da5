import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct PlanChangesSnippets {
  // snippet: monthly grant
  /// Sent by the billing webhook, by the nightly job and at login, in whatever order.
  func grant(
    _ amount: Amount, of plan: String, from start: Instant, to end: Instant,
    on credits: BalanceHandle
  ) async throws(LedgerError) -> Answer<CreditResult> {
    try await credits.credit(
      amount, key: IdempotencyKey("grant:\(plan):\(start)"), expiresAt: end, effectiveAt: start,
      category: .promotional)
  }
  // end

  @Test func `a period is granted once, whoever asks, also after it has ended`() async throws {
    let clock = SimulatedClock()
    let (ledger, credits) = makeLedger(clock)
    let january = clock.now
    let february = january.advanced(bySeconds: 31 * 86_400)
    let march = february.advanced(bySeconds: 28 * 86_400)

    // snippet: scheduled grant
    let first = try await grant(1000, of: "pro", from: january, to: february, on: credits)
    let again = try await grant(1000, of: "pro", from: january, to: february, on: credits)
    // again.duplicate is true, and 1000 are available.
    _ = try await grant(1000, of: "pro", from: february, to: march, on: credits)
    // The next month is scheduled: 1000 are available now, and 1000 in February.
    // end
    #expect(!first.duplicate && again.duplicate)
    #expect(first.lotId == again.lotId)
    let now = try await credits.figures()
    #expect(now.available == 1000 && now.scheduled == 1000)
    clock.advance(to: february)
    #expect(try await credits.available() == 1000)
    let late = try await grant(1000, of: "pro", from: january, to: february, on: credits)
    #expect(late.duplicate)
    #expect(ledger.tenant == "acme/production")
  }

  @Test func `an upgrade takes the rest of one plan and gives the other's`() async throws {
    let clock = SimulatedClock()
    let (ledger, credits) = makeLedger(clock)
    let january = clock.now
    let february = january.advanced(bySeconds: 31 * 86_400)
    _ = try await grant(1000, of: "pro", from: january, to: february, on: credits)
    clock.advance(bySeconds: 10 * 86_400)
    let job = try await credits.reserve(100, key: "req-42")
    let administration = ledger.administration

    // snippet: upgrade
    let pro = try await grant(1000, of: "pro", from: january, to: february, on: credits)
    var change = ledger.list()
    let old = administration.addVoid(of: pro.lotId, to: &change)
    _ = change.credit(
      5000, to: credits, key: "grant:team:2026-01-11", expiresAt: february,
      category: .promotional)
    let changed = try await change.submitAllOrNothing(key: "change:pro:team:2026-01-11")
    // changed[old].voidedAmount is 900: the other 100 are held by a job, which may still settle.
    // end
    #expect(pro.duplicate)
    #expect(changed[old].voidedAmount == 900)
    #expect(try await credits.available() == 5000)
    try await ledger.reservation(job.outcome).settle(60, key: "req-42")
    #expect(try await credits.available() == 5000)
    #expect(try await credits.figures().posted == 5000)
  }

  @Test func `a plan that was paused has its credit longer`() async throws {
    let clock = SimulatedClock()
    let (ledger, credits) = makeLedger(clock)
    let february = clock.now.advanced(bySeconds: 31 * 86_400)
    let march = february.advanced(bySeconds: 28 * 86_400)
    let administration = ledger.administration
    let pro = try await grant(1000, of: "pro", from: clock.now, to: february, on: credits)
    // snippet: longer
    try await administration.updateLot(
      pro.lotId, expiry: .at(march), key: "extend:pro:2026-01:pause-17")
    // end
    clock.advance(to: february)
    #expect(try await credits.available() == 1000)
    clock.advance(to: march)
    #expect(try await credits.available() == 0)
  }

  private func makeLedger(_ clock: SimulatedClock) -> (Ledger, BalanceHandle) {
    let ledger = Ledger(
      store: InMemoryStore(clock: clock.storeClock), tenant: "acme/production", clock: clock)
    return (ledger, ledger.account("ada")["credits"])
  }
}
