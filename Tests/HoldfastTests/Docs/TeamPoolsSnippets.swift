import Holdfast
import Testing

@Suite struct TeamPoolsSnippets {
  static let monday = Instant(seconds: 1_775_433_600)

  private func makeLedger() -> Ledger {
    let store = InMemoryStore(clock: StoreClock(now: { TeamPoolsSnippets.monday }))
    return Ledger(store: store, tenant: "acme/production")
  }

  @Test func `a member's cap is a spent limit on the team's credit`() async throws {
    let ledger = makeLedger()
    try await ledger.account("team-7")["credits"].credit(5000, key: "topup-1")
    let administration = ledger.administration
    // snippet: member cap
    let week = Window.calendar(CalendarWindow(unit: .week, timeZone: "Europe/Paris"))
    try await administration.define(
      UsageItemDefinition(
        item: "member:ada",
        limits: [UsageLimit(window: week, maximum: 2000, measures: .spent("credits"))],
        overage: .block))
    // end

    // snippet: spending under a cap
    let pool = ledger.account("team-7")["credits"]
    let job = try await pool.reserve(
      1500, key: "req-42", counts: [Reserve.Count(item: "member:ada", amount: 1)])
    try await ledger.reservation(job.outcome).settle(1200, key: "req-42")
    // 1200 of ada's 2000 are spent. A hold of 801 would be limit_exceeded.
    // end
    let error = await #expect(throws: LedgerError.self) {
      try await pool.reserve(
        801, key: "req-43", counts: [Reserve.Count(item: "member:ada", amount: 1)])
    }
    #expect(error?.code == .limitExceeded)
    try await pool.reserve(
      800, key: "req-43", counts: [Reserve.Count(item: "member:ada", amount: 1)])
    #expect(try await pool.available() == 3000)
    let limits = try await ledger.account("team-7").usage(of: "member:ada").limits
    #expect(limits.map(\.used) == [2000])
    #expect(limits.map(\.remaining) == [0])
  }

  @Test func `a job on a pool and a budget holds on both or on neither`() async throws {
    let ledger = makeLedger()
    try await ledger.account("team-7")["credits"].credit(5000, key: "topup-1")
    let midnight = TeamPoolsSnippets.monday.advanced(bySeconds: 86_400)
    // snippet: agent budget
    let pool = ledger.account("team-7")["credits"]
    let budget = ledger.account("agent-3")["budget"]
    try await budget.credit(100, key: "budget:2026-04-06", expiresAt: midnight)
    // end

    // snippet: holding on both
    var reserving = ledger.list()
    let fromPool = reserving.reserve(75, from: pool)
    let fromBudget = reserving.reserve(75, from: budget)
    let held = try await reserving.submitAllOrNothing(key: "req-42")
    let holds = [held[fromPool].outcome, held[fromBudget].outcome]
    // end
    #expect(holds.map(\.amount) == [75, 75])
    #expect(try await pool.available() == 4925)

    // snippet: settling both
    var settling = ledger.list()
    let charged = holds.map { hold in
      settling.settle(120, on: ledger.reservation(hold), coupled: true)
    }
    let settled = try await settling.submitAllOrNothing(key: "req-42/settle")
    // The budget has 100, so 100 are charged to both, and both are 20 short.
    // end
    #expect(charged.map { settled[$0].operationSettledAmount } == [100, 100])
    #expect(charged.map { settled[$0].operationShortfallAmount } == [20, 20])
    #expect(try await pool.available() == 4900)
    #expect(try await budget.available() == 0)

    var refused = ledger.list()
    _ = refused.reserve(75, from: pool)
    _ = refused.reserve(75, from: budget)
    var whose: Int?
    // snippet: who refused
    do throws(LedgerError) {
      _ = try await refused.submitAllOrNothing(key: "req-43")
    } catch {
      guard error.code == .insufficientBalance else { throw error }
      whose = error.failedIndex  // 1, the second member: the agent's budget
    }
    // end
    #expect(whose == 1)
    #expect(try await pool.figures().held == 0)
  }
}
