import Holdfast
import HoldfastTesting
import Testing

/// Cancelling the task that runs a metered body.
@Suite(.timeLimit(.minutes(10))) struct HoldCancellationTests {
  @Test func `a task cancelled before the reserve holds nothing`() async throws {
    let fixture = try await LedgerFixture()
    let code = await Task { () -> LedgerError.Code? in
      cancelThisTask()
      do throws(ReservationFailure<Never>) {
        try await fixture.credits.withReservation(75, key: "req-42") { _ in
          Issue.record("it ran")
        }
        return nil
      } catch {
        return error.ledgerError?.code
      }
    }.value
    #expect(code == .cancelled)
    #expect(fixture.applied.isEmpty)
  }

  @Test func `a cancelled body that throws is charged what it reported`() async throws {
    let fixture = try await LedgerFixture()
    let failure = await failedRun(of: fixture) { hold in
      hold.report(30)
      cancelThisTask()
      try Task.checkCancellation()
    }
    #expect(failure?.bodyError is CancellationError)
    guard case .body(_, .settled(let settlement)) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(settlement.operationSettledAmount == 30)
    #expect(try await fixture.figures().available == 470)
  }

  @Test func `a cancelled body that returns is charged what it reported`() async throws {
    let fixture = try await LedgerFixture()
    let settled = try await Task {
      try await fixture.credits.withReservation(75, key: "req-42") { hold in
        hold.report(30)
        cancelThisTask()
      }.settlement.operationSettledAmount
    }.value
    #expect(settled == 30)
  }

  @Test func `a body cancelled before it used anything is released`() async throws {
    let fixture = try await LedgerFixture()
    let failure = await failedRun(of: fixture) { _ in
      cancelThisTask()
      try Task.checkCancellation()
    }
    guard case .body(_, .released) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try await fixture.run().status == .released)
  }

  @Test func `a CancellationError of its own does not make a body cancelled`() async throws {
    let fixture = try await LedgerFixture()
    _ = await failedRun(of: fixture) { hold in
      hold.report(30)
      throw CancellationError()
    }
    #expect(try await fixture.run().status == .released)
  }

  @Test func `a settle goes on after its task was cancelled`() async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script([.loseRequest, .refuse(.unavailable)], for: .settle)
    let settlement = try await fixture.clock.run {
      let task = Task {
        try await fixture.credits.withReservation(75, key: "req-42") { hold in hold.report(30) }
      }
      await fixture.store.whenAnswered(.settle)
      task.cancel()
      return try await task.value.settlement
    }
    #expect(settlement.operationSettledAmount == 30)
    #expect(fixture.store.answers(to: .settle) == 3)
    #expect(try await fixture.settlements() == [30])
  }

  @Test func `cancelled before an increase, none is asked for`() async throws {
    let fixture = try await LedgerFixture()
    _ = await failedRun(of: fixture) { hold in
      hold.report(60)
      cancelThisTask()
      #expect(await hold.ensure(atLeast: 100)?.code == .cancelled)
      try Task.checkCancellation()
    }
    #expect(fixture.applied == [.reserve, .settle])
    #expect(try await fixture.settlements() == [60])
  }

  @Test func `cancelled during an increase, the increase comes to its end first`()
    async throws
  {
    let fixture = try await LedgerFixture()
    fixture.store.script([.delayReply(.seconds(1))], for: .increase)
    let run = startRun(of: fixture) { hold in
      hold.report(60)
      #expect(await hold.ensure(atLeast: 100) == nil)
      #expect(hold.held == 150)
      hold.report(90)
      try Task.checkCancellation()
    }
    await fixture.clock.nextWakeUp(of: 2)
    run.cancel()
    fixture.clock.advance(bySeconds: 1)
    let failure = await run.value
    #expect(failure?.bodyError is CancellationError)
    #expect(try await fixture.settlements() == [90])
    #expect(try await fixture.figures().held == 0)
  }

  @Test func `cancelled after an increase, all that was held comes back`() async throws {
    let fixture = try await LedgerFixture()
    _ = await failedRun(of: fixture) { hold in
      #expect(await hold.ensure(atLeast: 100) == nil)
      hold.report(90)
      cancelThisTask()
      try Task.checkCancellation()
    }
    #expect(fixture.applied == [.reserve, .increase, .settle])
    #expect(try await fixture.settlements() == [90])
    #expect(try await fixture.figures().held == 0)
  }
}
