import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LedgerObserverTests {
  private func finished(
    _ name: CommandName, _ code: LedgerError.Code? = nil, duplicate: Bool = false
  ) -> LedgerEvent {
    .commandFinished(name, code: code, duration: .zero, duplicate: duplicate)
  }

  @Test func `an observer hears of every command, and of nothing that is the customer's`()
    async throws
  {
    let fixture = try await LedgerFixture()
    try await fixture.ledger.administration.define(
      UsageItemDefinition(
        item: "image", limits: [UsageLimit(window: .lifetime, maximum: 1)], overage: .block))
    fixture.store.script([.loseReply], for: .debit)
    await expect(.outcomeUnknown) { () async throws(LedgerError) in
      try await fixture.credits.debit(20, key: "d")
    }
    try await fixture.credits.debit(20, key: "d")
    try await fixture.ada.recordUsage(of: "image", 2, key: "u")
    var list = fixture.ledger.list()
    _ = list.debit(5, from: fixture.credits, key: "e")
    _ = list.debit(9000, from: fixture.credits, key: "f")
    _ = try await list.submit()
    await expect(.idempotencyKeyReused) { () async throws(LedgerError) in
      try await list.submitAllOrNothing(key: "g")
    }
    #expect(
      fixture.events.events == [
        .outcomeUnknown(.debit), finished(.debit, .outcomeUnknown),
        finished(.debit, duplicate: true), finished(.recordUsage, .limitExceeded),
        .list(commands: 2), finished(.debit), finished(.debit, .insufficientBalance),
        finished(.atomic, .idempotencyKeyReused),
      ])
  }

  @Test func `a list without an answer is told with its size, and each member`() async throws {
    let fixture = try await LedgerFixture()
    fixture.store.script([.loseReply])
    var list = fixture.ledger.list()
    _ = list.debit(5, from: fixture.credits, key: "e")
    _ = list.debit(6, from: fixture.credits, key: "f")
    await expect(.outcomeUnknown) { () async throws(LedgerError) in try await list.submit() }
    #expect(
      fixture.events.events == [
        .list(commands: 2), .outcomeUnknown(.debit), finished(.debit, .outcomeUnknown),
        .outcomeUnknown(.debit), finished(.debit, .outcomeUnknown),
      ])
  }

  @Test func `a sweep is told with what it wrote and how long that had been due`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.credits.reserve(10, key: "r", expiresIn: .seconds(60))
    fixture.clock.advance(bySeconds: 67)
    let report = try await fixture.ledger.administration.sweep()
    #expect(
      report == SweepReport(expiredReservations: 1, expiredLots: 0, lagMicroseconds: 7_000_000))
    #expect(fixture.events.events == [finished(.reserve), .sweep(report)])
  }

  @Test(arguments: [Int64(3600), -3600])
  func `a step of the clock is told once with its size, and so is each refusal for it`(
    seconds: Int64
  ) async throws {
    let (clock, events) = (TestClock(), EventLog())
    let store = InMemoryStore(clock: clock.storeClock, observer: events)
    let ledger = Ledger(store: store, tenant: "t", observer: events, clock: SimulatedClock())
    let credits = ledger.account("ada")["credits"]
    clock.advance(bySeconds: 86_400)
    clock.step(bySeconds: 300)
    try await credits.credit(10, key: "a")
    clock.step(bySeconds: seconds - 300)
    await expect(.unavailable) { () async throws(LedgerError) in
      try await credits.debit(1, key: "b")
    }
    await expect(.unavailable) { () async throws(LedgerError) in
      try await ledger.administration.sweep()
    }
    var list = ledger.list()
    _ = list.credit(10, to: credits, key: "a")
    _ = list.debit(1, from: credits, key: "b")
    _ = try await list.submit()
    await expect(.unavailable) { () async throws(LedgerError) in
      var group = ledger.list()
      _ = group.debit(1, from: credits)
      return try await group.submitAllOrNothing(key: "g")
    }
    store.acceptClockStep()
    try await credits.debit(1, key: "b")
    #expect(
      events.events == [
        finished(.credit), .clockStep(microseconds: seconds * 1_000_000), .refusedForClockStep,
        finished(.debit, .unavailable), .refusedForClockStep, .list(commands: 2),
        finished(.credit, duplicate: true), .refusedForClockStep, finished(.debit, .unavailable),
        .refusedForClockStep, finished(.atomic, .unavailable), finished(.debit),
      ])
  }

  @Test func `a clock that is put right again is a second step, and writes go on`() async throws {
    let (clock, events) = (TestClock(), EventLog())
    let store = InMemoryStore(clock: clock.storeClock, observer: events)
    let credits = Ledger(store: store, tenant: "t").account("ada")["credits"]
    clock.step(bySeconds: 7200)
    for key in ["a", "b"] {
      await expect(.unavailable) { () async throws(LedgerError) in
        try await credits.credit(10, key: IdempotencyKey(key))
      }
    }
    clock.step(bySeconds: -7200)
    try await credits.credit(10, key: "a")
    #expect(
      events.events == [
        .clockStep(microseconds: 7_200_000_000), .clockStep(microseconds: -7_200_000_000),
      ])
  }

  @Test func `a step that is accepted before a write meets it is told`() {
    let (clock, events) = (TestClock(), EventLog())
    let store = InMemoryStore(clock: clock.storeClock, observer: events)
    clock.step(bySeconds: 301)
    store.acceptClockStep()
    store.acceptClockStep()
    #expect(events.events == [.clockStep(microseconds: 301_000_000)])
  }

  @Test func `a step that many writes meet at once is told once`() async {
    let (clock, events) = (TestClock(), EventLog())
    let store = InMemoryStore(clock: clock.storeClock, observer: events)
    let ledger = Ledger(store: store, tenant: "t")
    clock.step(bySeconds: 400)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...200 {
        group.addTask {
          let credits = ledger.account(AccountName("account-\(number)"))["credits"]
          await expect(.unavailable) { () async throws(LedgerError) in
            try await credits.credit(1, key: "a")
          }
        }
      }
    }
    #expect(events.events == [.clockStep(microseconds: 400_000_000)])
  }
}
