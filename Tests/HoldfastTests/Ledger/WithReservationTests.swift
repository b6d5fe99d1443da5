import Holdfast
import HoldfastTesting
import Testing

/// How a body ends, and what becomes of its hold.
@Suite(.timeLimit(.minutes(10))) struct WithReservationTests {
  @Test func `a body that returns is charged what it reported, by two calls`() async throws {
    let fixture = try await LedgerFixture()
    let metered = try await fixture.credits.withReservation(75, key: "req-42") { hold in
      for used in 1...40 { hold.report(Amount(used)) }
      hold.report(7)
      return "done"
    }
    #expect(metered.value == "done")
    #expect(metered.settlement.operationSettledAmount == 40)
    #expect(metered.settlement.status == .settled)
    #expect(metered.settlement.available == 460)
    #expect(fixture.applied == [.reserve, .settle])
    #expect(fixture.store.exchanges.flatMap(\.commands).allSatisfy { $0.key == "req-42" })
  }

  @Test func `a deadline binds the reserve, and not what looks after the hold`() async throws {
    let fixture = try await LedgerFixture()
    let credits = fixture.ledger.within(.seconds(5)).account("ada")["credits"]
    try await credits.withReservation(75, key: "req-42") { hold in
      fixture.clock.advance(bySeconds: 10)
      #expect(await hold.ensure(atLeast: 100) == nil)
      hold.report(100)
    }
    #expect(try await fixture.settlements() == [100])
    do throws(ReservationFailure<Never>) {
      try await credits.withReservation(75, key: "req-43") { _ in Issue.record("it ran") }
    } catch {
      #expect(error.ledgerError?.code == .deadlineExceeded)
    }
    #expect(try await fixture.figures().held == 0)
  }

  @Test func `a body that reports nothing is charged nothing`() async throws {
    let fixture = try await LedgerFixture()
    let metered = try await fixture.credits.withReservation(75, key: "req-42") { _ in }
    #expect(metered.settlement.status == .settled)
    let figures = try await fixture.figures()
    #expect(figures.posted == 500)
    #expect(figures.held == 0)
  }

  @Test func `what is used beyond the hold is drawn, and the rest is told as shortfall`()
    async throws
  {
    let fixture = try await LedgerFixture()
    let metered = try await fixture.credits.withReservation(75, key: "req-42") { hold in
      hold.report(600)
    }
    #expect(metered.settlement.operationSettledAmount == 500)
    #expect(metered.settlement.operationShortfallAmount == 100)
  }

  @Test func `a body that throws is charged nothing, and its error is told as its own`()
    async throws
  {
    let fixture = try await LedgerFixture()
    let failure = await failedRun(of: fixture) { hold in
      hold.report(40)
      throw ModelError()
    }
    #expect(failure?.bodyError is ModelError)
    #expect(failure?.ledgerError == nil)
    guard case .body(_, .released(let release)) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(release.releasedAmount == 75)
    #expect(try await fixture.figures().available == 500)
  }

  @Test func `without credit the body does not run`() async throws {
    let fixture = try await LedgerFixture(credits: 74)
    let failure = await failedRun(of: fixture) { _ in Issue.record("it ran") }
    #expect(failure?.ledgerError?.code == .insufficientBalance)
    #expect(failure?.ledgerError?.available == 74)
    #expect(failure?.bodyError == nil)
  }

  @Test func `a minimum lets the body run with what there is`() async throws {
    let fixture = try await LedgerFixture(credits: 50)
    try await fixture.credits.withReservation(75, key: "req-42", minimum: 10) { hold in
      #expect(hold.held == 50)
      #expect(hold.reservation.amount == 50)
      hold.report(50)
    }
    #expect(try await fixture.figures().posted == 0)
  }

  @Test func `a run under a key that came to its end is refused`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.withReservation(75, key: "req-42") { hold in hold.report(40) }
    let again = await failedRun(of: fixture) { _ in Issue.record("it ran") }
    #expect(again?.ledgerError?.code == .reservationClosed)
    #expect(try await fixture.figures().posted == 460)
  }

  @Test func `a run under a key whose hold has lapsed is refused`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.reserve(75, key: "req-42", onLapse: .chargeReported)
    fixture.clock.advance(bySeconds: 1800)
    let again = await failedRun(of: fixture) { _ in Issue.record("it ran") }
    #expect(again?.ledgerError?.code == .reservationExpired)
  }

  @Test func `a run with other input under the key is refused`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.withReservation(80, key: "req-42") { _ in }
    let again = await failedRun(of: fixture) { _ in Issue.record("it ran") }
    #expect(again?.ledgerError?.code == .idempotencyKeyReused)
  }

  @Test func `a reserve whose reply is lost is asked again, and the body runs once`()
    async throws
  {
    let fixture = try await LedgerFixture()
    fixture.store.script([.loseReply], for: .reserve)
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      #expect(hold.held == 75)
      hold.report(40)
    }
    #expect(try await fixture.figures().posted == 460)
    #expect(fixture.applied == [.reserve, .extend, .settle])
  }

  @Test func `a reserve that may have been made is told as an unknown outcome`() async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script([.loseReply], for: .reserve)
    fixture.store.disconnect(after: 1)
    let failure = await fixture.clock.run {
      await failedRun(of: fixture) { _ in Issue.record("it ran") }
    }
    #expect(failure?.ledgerError?.code == .outcomeUnknown)
    fixture.clock.advance(bySeconds: 1800)
    #expect(try await fixture.figures().available == 500)
  }

  @Test func `a hold that was kept after its body does nothing`() async throws {
    let fixture = try await LedgerFixture()
    let hold = try await fixture.credits.withReservation(75, key: "req-42") { $0 }.value
    hold.report(40)
    #expect(hold.used == 0)
    #expect(await hold.ensure(atLeast: 1)?.code == .reservationClosed)
  }

  @Test func `the body runs where its caller does`() async throws {
    let fixture = try await LedgerFixture()
    let counter = TokenCounter()
    try await counter.count(on: fixture.credits)
    #expect(await counter.tokens == 3)
    #expect(try await fixture.figures().posted == 497)
  }

  @Test func `keys of any length are taken`() async throws {
    let fixture = try await LedgerFixture()
    let key = IdempotencyKey(String(repeating: "k", count: 255))
    try await fixture.credits.withReservation(75, key: key) { hold in
      #expect(await hold.ensure(atLeast: 100) == nil)
      hold.report(100)
    }
    #expect(try await fixture.figures().posted == 400)
  }
}

private actor TokenCounter {
  private(set) var tokens: Int64 = 0

  func count(on credits: BalanceHandle) async throws {
    try await credits.withReservation(75, key: "req-42") { hold in
      for _ in 1...3 {
        tokens += 1
        hold.report(Amount(tokens))
      }
    }
  }
}
