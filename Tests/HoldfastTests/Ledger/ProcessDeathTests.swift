import Holdfast
import HoldfastTesting
import Testing

/// What becomes of the ledger when the process dies between, or within, two calls of a metered run.
@Suite(.timeLimit(.minutes(10))) struct ProcessDeathTests {
  /// The calls of the run below, when nothing fails.
  static let calls: [CommandName] = [
    .reserve, .report, .increase, .extend, .report, .increase, .report, .settle,
  ]

  @Test func `the run makes its calls in one order`() async throws {
    let fixture = try await LedgerFixture()
    try await run(on: fixture)
    #expect(fixture.applied == ProcessDeathTests.calls)
    #expect(try await fixture.settlements() == [170])
  }

  @Test(arguments: 0...calls.count, [false, true])
  func `after a death at any call, what was durably reported is charged, once`(
    calls: Int, losesLastReply: Bool
  ) async throws {
    let fixture = try await LedgerFixture()
    kill(fixture, after: calls, losingLastReply: losesLastReply)
    try await runDying(on: fixture, after: calls)
    fixture.clock.advance(bySeconds: 7200)
    let figures = try await fixture.figures()
    #expect(figures.held == 0)
    #expect(figures.posted == 500 - charge(fixture))
    #expect(fixture.applied == Array(ProcessDeathTests.calls.prefix(calls)))
  }

  @Test(arguments: 0...calls.count, [false, true])
  func `a run that goes on after a death at any call is charged once for both`(
    calls: Int, losesLastReply: Bool
  ) async throws {
    let fixture = try await LedgerFixture()
    kill(fixture, after: calls, losingLastReply: losesLastReply)
    // Time stands still for the dead process until the other has run.
    let death = Task { try await runKilled(on: fixture, after: calls) }
    while fixture.store.exchanges.count < calls { await Task.yield() }
    let other = Ledger(store: fixture.inner, tenant: fixture.ledger.tenant, clock: fixture.clock)
    let retry = Task { () -> LedgerError.Code? in
      do throws(ReservationFailure<Never>) {
        try await other.account("ada")["credits"].withReservation(
          50, key: "req-42", expiresIn: .seconds(600)
        ) { hold in hold.report(90) }
        return nil
      } catch {
        return error.ledgerError?.code
      }
    }
    let refusal = await retry.value
    if calls == ProcessDeathTests.calls.count {
      #expect(refusal == .reservationClosed)
      #expect(try await fixture.settlements() == [170])
    } else {
      #expect(refusal == nil)
      #expect(try await fixture.settlements() == [max(90, lastReport(fixture))])
    }
    try await fixture.clock.run { try await death.value }
    fixture.clock.advance(bySeconds: 7200)
    #expect(try await fixture.settlements().count == 1)
    #expect(try await fixture.figures().held == 0)
  }

  private func kill(_ fixture: LedgerFixture, after calls: Int, losingLastReply loses: Bool) {
    fixture.store.disconnect(after: calls)
    if loses, calls > 0 {
      fixture.store.script(Array(repeating: nil, count: calls - 1) + [.loseReply])
    }
  }

  /// Works for 300 s, so that every kind of call is made.
  private func run(on fixture: LedgerFixture) async throws {
    let (clock, store) = (fixture.clock, fixture.store)
    try await fixture.credits.withReservation(50, key: "req-42", expiresIn: .seconds(600)) {
      hold in
      hold.report(20)
      clock.advance(bySeconds: 2)
      await store.whenAnswered(.report, times: 1)
      _ = await hold.ensure(atLeast: 80)
      hold.report(80)
      await clock.nextWakeUp()
      clock.advance(to: SimulatedClock.start.advanced(bySeconds: 300))
      await store.whenAnswered(.extend, times: 1)
      await store.whenAnswered(.report, times: 2)
      _ = await hold.ensure(atLeast: 170)
      hold.report(170)
      await clock.nextWakeUp()
      clock.advance(bySeconds: 2)
      await store.whenAnswered(.report, times: 3)
    }
  }

  /// Once nothing reaches the store, time goes on by itself until the run has given up.
  private func runDying(on fixture: LedgerFixture, after calls: Int) async throws {
    let driver = Task {
      while let wakeUp = await fixture.clock.nextWakeUp() {
        if fixture.store.exchanges.count >= calls { fixture.clock.advance(to: wakeUp) }
        await Task.yield()
      }
    }
    defer { driver.cancel() }
    try await runKilled(on: fixture, after: calls)
  }

  private func runKilled(on fixture: LedgerFixture, after calls: Int) async throws {
    do {
      try await run(on: fixture)
      #expect(calls == ProcessDeathTests.calls.count)
    } catch let failure as ReservationFailure<Never> {
      let codes: [LedgerError.Code] = [.unavailable, .outcomeUnknown]
      #expect(codes.contains { $0 == failure.ledgerError?.code })
    }
  }

  private func charge(_ fixture: LedgerFixture) -> Amount {
    settled(fixture) ?? lastReport(fixture)
  }

  private func settled(_ fixture: LedgerFixture) -> Amount? {
    fixture.store.exchanges.flatMap(\.results).compactMap { result -> Amount? in
      guard case .success(let result) = result, case .settle(let settlement) = result.outcome
      else { return nil }
      return settlement.operationSettledAmount
    }.first
  }

  private func lastReport(_ fixture: LedgerFixture) -> Amount {
    fixture.store.exchanges.flatMap(\.results).compactMap { result -> Amount? in
      guard case .success(let result) = result, case .report(let report) = result.outcome
      else { return nil }
      return report.used
    }.last ?? 0
  }
}
