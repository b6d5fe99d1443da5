import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct FaultyStoreTests {
  private let clock = SimulatedClock()
  private let store: FaultyStore
  private let ledger: Ledger
  private let credits: BalanceHandle

  init() async throws {
    store = FaultyStore(InMemoryStore(clock: clock.storeClock), clock: clock)
    ledger = Ledger(store: store, tenant: "test", clock: clock)
    credits = ledger.account("ada")["credits"]
    try await credits.credit(500, key: "topup-1")
  }

  private func debit(_ key: IdempotencyKey) async -> LedgerError.Code? {
    do throws(LedgerError) {
      try await credits.debit(20, key: key)
      return nil
    } catch {
      return error.code
    }
  }

  /// What a debit under the fault answers, how often it reaches the store, and what it leaves.
  @Test(
    arguments: [
      (Fault.refuse(.insufficientBalance), LedgerError.Code.insufficientBalance, 0, 500),
      (.refuse(.unavailable), .unavailable, 0, 500), (.loseRequest, .outcomeUnknown, 0, 500),
      (.loseReply, .outcomeUnknown, 1, 480), (.duplicate, nil, 2, 480),
    ] as [(Fault, LedgerError.Code?, Int, Amount)])
  func `a fault does what it says, once`(
    fault: Fault, code: LedgerError.Code?, calls: Int, posted: Amount
  ) async throws {
    store.script([fault], for: .debit)
    #expect(await debit("d") == code)
    #expect(store.exchanges.count == 1 + calls)
    #expect(try await credits.figures().posted == posted)
    #expect(await debit("d") == nil)
    #expect(try await credits.figures().posted == 480)
    #expect(store.answers(to: .debit) == 2)
  }

  @Test func `a duplicated call gives the second answer`() async throws {
    store.script([.duplicate], for: .debit)
    #expect(try await credits.debit(20, key: "d").duplicate)
  }

  @Test func `a delayed call reaches the store when its time has come`() async throws {
    store.script([.delay(.seconds(5))], for: .debit)
    let call = Task { await debit("d") }
    await clock.nextWakeUp()
    #expect(try await credits.figures().posted == 500)
    clock.advance(bySeconds: 5)
    #expect(await call.value == nil)
    #expect(try await credits.figures().posted == 480)
  }

  @Test func `a delayed reply comes after its effect`() async throws {
    store.script([.delayReply(.seconds(5))], for: .debit)
    let call = Task { await debit("d") }
    await clock.nextWakeUp()
    #expect(try await credits.figures().posted == 480)
    #expect(store.answers(to: .debit) == 0)
    clock.advance(bySeconds: 5)
    #expect(await call.value == nil)
  }

  @Test func `a script is kept by command, and one for all calls comes after it`()
    async throws
  {
    store.script([nil, .refuse(.overloaded)], for: .debit)
    store.script([.refuse(.unavailable)])
    #expect(await debit("a") == nil)
    #expect(await debit("b") == .overloaded)
    #expect(await debit("c") == .unavailable)
    #expect(await debit("d") == nil)
  }

  @Test func `lists and groups meet faults as one call`() async throws {
    var list = ledger.list()
    _ = list.debit(1, from: credits, key: "a")
    _ = list.debit(9000, from: credits, key: "b")
    store.script([.refuse(.unavailable)], for: .atomic)
    store.script([.refuse(.overloaded)])
    await #expect(throws: LedgerError.self) { try await list.submit() }
    await #expect(throws: LedgerError.self) { try await list.submitAllOrNothing(key: "g") }
    #expect(store.exchanges.count == 1)
    #expect(try await list.submit().refusals.count == 1)
    await #expect(throws: LedgerError.self) { try await list.submitAllOrNothing(key: "g") }
    #expect(store.exchanges.map(\.results.count) == [1, 2, 1])
  }

  @Test func `nothing passes while it is disconnected`() async throws {
    store.disconnect(after: 1)
    #expect(await debit("a") == nil)
    #expect(await debit("b") == .unavailable)
    await #expect(throws: LedgerError.self) { try await credits.figures() }
    store.reconnect()
    #expect(await debit("b") == nil)
    #expect(try await credits.figures().posted == 460)
  }

  @Test func `the same seed gives the same faults, and another gives others`() async throws {
    func outcomes(_ seed: UInt64) async throws -> [LedgerError.Code?] {
      let other = try await FaultyStoreTests()
      other.store.randomize(
        probability: 0.5, of: [.refuse(.unavailable), .loseReply], seed: seed)
      var codes: [LedgerError.Code?] = []
      for index in 1...20 { codes.append(await other.debit(IdempotencyKey("d\(index)"))) }
      return codes
    }
    let first = try await outcomes(7)
    #expect(try await outcomes(7) == first)
    #expect(try await outcomes(8) != first)
    for code in [nil, LedgerError.Code.unavailable, .outcomeUnknown] {
      #expect(first.contains(code))
    }
  }

  @Test func `a test waits for the answers it needs`() async throws {
    let waiting = Task { await store.whenAnswered(.debit, times: 2) }
    #expect(await debit("a") == nil)
    #expect(await debit("b") == nil)
    await waiting.value
    let cancelled = Task { await store.whenAnswered(.debit, times: 9) }
    cancelled.cancel()
    await cancelled.value
  }
}
