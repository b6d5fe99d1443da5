import Holdfast
import HoldfastTesting
import Testing

/// What is done for a hold while its body runs.
@Suite(.timeLimit(.minutes(10))) struct HoldUpkeepTests {
  @Test func `a hold is extended at half of its remaining time, again and again`()
    async throws
  {
    let fixture = try await LedgerFixture()
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      hold.report(1)
      fixture.clock.advance(bySeconds: 899)
      await fixture.store.whenAnswered(.report)
      // In one turn the extension comes before the report.
      #expect(fixture.store.answers(to: .extend) == 0)
      for turn in 1...3 {
        fixture.clock.advance(to: SimulatedClock.start.advanced(bySeconds: 900 * Int64(turn)))
        await fixture.store.whenAnswered(.extend, times: turn)
        let expiresAt = try await fixture.run().expiresAt
        #expect(expiresAt == fixture.clock.now.advanced(bySeconds: 1800))
        await fixture.clock.nextWakeUp()
      }
    }
  }

  @Test func `an extension whose reply is lost is asked again and made once`() async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script([.loseReply], for: .extend)
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      fixture.clock.advance(bySeconds: 900)
      await fixture.store.whenAnswered(.extend)
      await fixture.clock.nextWakeUp()
      fixture.clock.advance(bySeconds: 450)
      await fixture.store.whenAnswered(.extend, times: 2)
      let expiresAt = try await fixture.run().expiresAt
      #expect(expiresAt == SimulatedClock.start.advanced(bySeconds: 2700))
      #expect(await hold.ensure(atLeast: 75) == nil)
    }
    #expect(fixture.applied == [.reserve, .extend, .settle])
  }

  @Test func `many reports become one durable mark`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      for used in 1...60 { hold.report(Amount(used)) }
      fixture.clock.advance(bySeconds: 2)
      await fixture.store.whenAnswered(.report)
      let mark60 = try await fixture.run().reportedAmount
      #expect(mark60 == 60)
      hold.report(70)
      await fixture.clock.nextWakeUp()
      fixture.clock.advance(bySeconds: 2)
      await fixture.store.whenAnswered(.report, times: 2)
      let mark70 = try await fixture.run().reportedAmount
      #expect(mark70 == 70)
    }
    #expect(fixture.applied == [.reserve, .report, .report, .settle])
  }

  @Test func `what is used beyond the hold is reported as far as it is held`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      hold.report(90)
      fixture.clock.advance(bySeconds: 2)
      await fixture.store.whenAnswered(.report)
      let mark75 = try await fixture.run().reportedAmount
      #expect(mark75 == 75)
    }
    #expect(try await fixture.settlements() == [90])
  }

  @Test func `a report that fails comes with the next`() async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script([.refuse(.unavailable)], for: .report)
    try await fixture.credits.withReservation(75, key: "req-42") { hold in
      hold.report(30)
      fixture.clock.advance(bySeconds: 2)
      await fixture.store.whenAnswered(.report)
      hold.report(40)
      await fixture.clock.nextWakeUp()
      fixture.clock.advance(bySeconds: 2)
      await fixture.store.whenAnswered(.report, times: 2)
      let mark40 = try await fixture.run().reportedAmount
      #expect(mark40 == 40)
    }
  }

  @Test func `a body learns that its hold is lost, and what was reported stays charged`()
    async throws
  {
    let fixture = try await LedgerFixture()
    let failure = await failedRun(of: fixture) { hold in
      hold.report(30)
      fixture.clock.advance(bySeconds: 2)
      await fixture.store.whenAnswered(.report)
      fixture.clock.advance(bySeconds: 1800)
      await fixture.store.whenAnswered(.extend)
      hold.report(60)
      // The task that looks after the hold notes the loss on its own time.
      while await hold.ensure(atLeast: 75) == nil { await Task.yield() }
      #expect(await hold.ensure(atLeast: 75)?.code == .reservationExpired)
    }
    guard case .unsettled(let reservation) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reservation.error.code == .reservationExpired)
    #expect(reservation.used == 60)
    #expect(reservation.reported == 30)
    #expect(try await fixture.settlements() == [30])
    #expect(try await fixture.figures().held == 0)
  }
}
