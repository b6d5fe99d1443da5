import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LedgerLimitsTests {
  @Test func `a call whose deadline passed before it was sent had no effect`() async throws {
    let fixture = try await LedgerFixture()
    let credits = fixture.ledger.within(.seconds(5)).account("ada")["credits"]
    try await credits.debit(1, key: "a")
    fixture.clock.advance(bySeconds: 5)
    await expect(.deadlineExceeded) { () async throws(LedgerError) in
      try await credits.debit(1, key: "b")
    }
    #expect(fixture.store.answers(to: .debit) == 1)
    #expect(try await fixture.figures().posted == 499)
  }

  @Test func `an earlier deadline stays in force`() async throws {
    let fixture = try await LedgerFixture()
    let ledger = fixture.ledger.within(.seconds(1)).within(.seconds(60))
    fixture.clock.advance(bySeconds: 2)
    await expect(.deadlineExceeded) { () async throws(LedgerError) in
      try await ledger.account("ada")["credits"].figures()
    }
  }

  @Test(arguments: [Fault.delay(.seconds(60)), .delayReply(.seconds(60))])
  func `a command that is not answered in time has an unknown outcome, which its key tells`(
    fault: Fault
  ) async throws {
    let fixture = try await LedgerFixture(timeout: .seconds(2))
    fixture.store.script([fault], for: .debit)
    async let call: Void = expect(.outcomeUnknown) { () async throws(LedgerError) in
      try await fixture.credits.debit(20, key: "d")
    }
    await fixture.clock.nextWakeUp()
    fixture.clock.advance(bySeconds: 2)
    await call
    await fixture.store.whenAnswered(.debit)
    let wasApplied = !fixture.store.exchanges.isEmpty
    #expect(wasApplied == (fault == .delayReply(.seconds(60))))
    #expect(try await fixture.credits.debit(20, key: "d").duplicate == wasApplied)
    #expect(try await fixture.figures().posted == 480)
    #expect(fixture.events.events.first == .outcomeUnknown(.debit))
  }

  @Test func `a call of a cancelled task is not sent`() async throws {
    let fixture = try await LedgerFixture()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await expect(.cancelled) { () async throws(LedgerError) in
        try await fixture.credits.debit(20, key: "d")
      }
    }
    await task.value
    #expect(fixture.store.answers(to: .debit) == 0)
  }

  @Test(arguments: [nil, Duration.seconds(3600)])
  func `cancelling reaches a call under way, with and without a time limit`(
    timeout: Duration?
  ) async throws {
    let fixture = try await LedgerFixture(timeout: timeout)
    fixture.store.script([.delay(.seconds(60))], for: .debit)
    let task = Task {
      await expect(.cancelled) { () async throws(LedgerError) in
        try await fixture.credits.debit(20, key: "d")
      }
    }
    await fixture.clock.nextWakeUp()
    task.cancel()
    await task.value
    #expect(try await fixture.figures().posted == 500)
  }
}
