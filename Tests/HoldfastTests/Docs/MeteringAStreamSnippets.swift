import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct MeteringAStreamSnippets {
  @Test func `a worker that dies is charged for what it reported`() async throws {
    let clock = SimulatedClock()
    let ledger = Ledger(
      store: InMemoryStore(clock: clock.storeClock), tenant: "acme/production", clock: clock)
    let credits = ledger.account("ada")["credits"]
    try await credits.credit(500, key: "topup-1")

    // snippet: by hand
    let job = try await credits.reserve(
      50, key: "job-7", expiresIn: .seconds(300), onLapse: .chargeReported)
    let reservation = ledger.reservation(job.outcome)
    try await reservation.report(used: 20, key: "job-7/20")
    try await reservation.increase(by: 50, key: "job-7/more/1")
    try await reservation.extend(toLast: .seconds(300), key: "job-7/longer/1")
    try await reservation.report(used: 65, key: "job-7/65")
    // Nobody settles. After 300 seconds 65 are charged, and 35 are back.
    // end
    clock.advance(bySeconds: 300)
    let figures = try await credits.figures()
    #expect(figures.posted == 435)
    #expect(figures.held == 0)
  }

  @Test func `a refusal in the middle tells what there is`() async throws {
    let ledger = Ledger(store: InMemoryStore(), tenant: "acme/production")
    let credits = ledger.account("ada")["credits"]
    try await credits.credit(70, key: "topup-1")

    // snippet: ending early
    let metered = try await credits.withReservation(50, key: "req-42", minimum: 1) { hold in
      for step in 1...12 {
        if let refusal = await hold.ensure(atLeast: Amount(step * 10)) {
          return refusal.code.rawValue
        }
        hold.report(Amount(step * 10))
      }
      return "complete"
    }
    // metered.value is "insufficient_balance", and the 70 that were used are charged.
    // end
    #expect(metered.value == "insufficient_balance")
    #expect(metered.settlement.operationSettledAmount == 70)
  }
}
