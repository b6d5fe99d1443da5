import Holdfast
import HoldfastTesting
import Testing

/// The last call of a hold, when the ledger does not answer.
@Suite(.timeLimit(.minutes(10))) struct HoldEndingTests {
  @Test(
    arguments: [Fault.loseReply, .loseRequest, .refuse(.unavailable), .refuse(.overloaded)],
    [1, 2, 5])
  func `a settle that fails for a while is repeated and charged once`(
    fault: Fault, failures: Int
  ) async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script(Array(repeating: fault, count: failures), for: .settle)
    let metered = try await fixture.clock.run {
      try await fixture.credits.withReservation(75, key: "req-42") { hold in hold.report(40) }
    }
    #expect(metered.settlement.operationSettledAmount == 40)
    #expect(metered.settlement.duplicate == (fault == .loseReply))
    #expect(try await fixture.settlements() == [40])
    let retries = fixture.events.events.filter {
      if case .retry(.settle, _, _) = $0 { true } else { false }
    }
    #expect(retries.count == failures)
  }

  @Test(
    arguments: [
      (Fault.refuse(.unavailable), LedgerError.Code.unavailable),
      (.refuse(.overloaded), .overloaded), (.loseRequest, .outcomeUnknown),
    ])
  func `a settle that never gets through is given up when the hold lapses, and tells its key`(
    fault: Fault, code: LedgerError.Code
  ) async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script(Array(repeating: fault, count: 10_000), for: .settle)
    let failure = await fixture.clock.run {
      await failedRun(of: fixture) { hold in hold.report(40) }
    }
    guard case .unsettled(let reservation) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reservation.key == "req-42")
    #expect(reservation.used == 40)
    #expect(reservation.error.code == code)
    let elapsed = SimulatedClock.start.duration(to: fixture.clock.now)
    #expect(elapsed >= .seconds(1800))
    #expect(fixture.store.answers(to: .settle) >= 360)
    let figures = try await fixture.figures()
    #expect(figures.held == 0)
    #expect(figures.posted == 500 - reservation.reported)
  }

  @Test func `the grace is used to settle, too`() async throws {
    let fixture = try await LedgerFixture()
    fixture.store.disconnect(after: 1)
    let code = await fixture.clock.run { () -> LedgerError.Code? in
      do throws(ReservationFailure<Never>) {
        try await fixture.credits.withReservation(
          75, key: "req-42", expiresIn: .seconds(60), grace: .seconds(30)
        ) { hold in hold.report(40) }
        return nil
      } catch {
        return error.ledgerError?.code
      }
    }
    #expect(code == .unavailable)
    #expect(SimulatedClock.start.duration(to: fixture.clock.now) >= .seconds(90))
  }

  @Test func `a settle that is refused is told at once`() async throws {
    let fixture = try await LedgerFixture()
    let failure = await failedRun(of: fixture) { hold in
      hold.report(40)
      try await fixture.ledger.reservation(hold.reservation).release(key: "elsewhere")
    }
    #expect(failure?.ledgerError?.code == .reservationClosed)
    #expect(failure?.bodyError == nil)
    #expect(try await fixture.figures().available == 500)
  }

  @Test func `a body's error is told beside a release that fails`() async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script(Array(repeating: .refuse(.unavailable), count: 10_000), for: .release)
    let failure = await fixture.clock.run {
      await failedRun(of: fixture) { _ in throw ModelError() }
    }
    #expect(failure?.bodyError is ModelError)
    #expect(failure?.ledgerError?.code == .unavailable)
    #expect(try await fixture.figures().available == 500)
  }

  @Test func `an unsettled hold can still be settled under its key while it is open`()
    async throws
  {
    let fixture = try await LedgerFixture()
    let failure = await failedRun(of: fixture) { hold in
      try await fixture.ledger.reservation(hold.reservation).increase(by: 5, key: "i")
      fixture.store.script([.refuse(.schemaMismatch)], for: .settle)
      hold.report(40)
    }
    guard case .unsettled(let reservation) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reservation.error.code == .schemaMismatch)
    try await fixture.ledger.reservation(reservation.held)
      .settle(reservation.used, key: reservation.key)
    #expect(try await fixture.settlements() == [40])
  }
}
