import Holdfast
import HoldfastTesting
import Testing

@Suite("Credit that was to end before it came")
struct RefusedCreditTests {
  private func header(started: Int64) -> RaceHeader {
    RaceHeader(
      run: "t", tenant: "stress-t", shape: "mixed", seed: 1, store: "memory", target: .holdfast,
      started: started, origin: 0, accounts: 1)
  }

  @Test("a credit that is sent when its lot would be over is refused as invalid")
  func sentTooLate() async {
    let started = StoreClock.system.now().microseconds - 100_000_000
    let target = LedgerTarget(store: InMemoryStore(), header: header(started: started))
    var maker = CallMaker(client: 0, seed: 1)
    let late = await target.perform(maker.call(.credit, account: 0, amount: 5, expires: 90))
    #expect(late == .refused(RaceAnswer.Refusal(code: "invalid_argument")))
    let inTime = await target.perform(maker.call(.credit, account: 0, amount: 5, expires: 130))
    guard case .applied = inTime else {
      Issue.record("\(inTime)")
      return
    }
  }

  /// What is found in a call that was refused as invalid after so many microseconds.
  private func findings(_ call: RaceCall, after time: Int64) throws -> [String] {
    let folder = try HistoryFolder()
    let path = folder.path("refused")
    let refusal = RaceAnswer.Refusal(code: "invalid_argument")
    let events = [
      RaceEvent(at: 1000, .invoked(call)),
      RaceEvent(at: 1000 + time, .returned(call.id, .refused(refusal))),
    ]
    try events.write(to: path, header(started: 0))
    return try HistoryChecker().check(RaceHistory(paths: [path])).findings.map(\.invariant)
  }

  @Test("that refusal is justified when it came after the end, and no other of its code is")
  func judged() throws {
    var maker = CallMaker(client: 0, seed: 1)
    let credit = maker.call(.credit, account: 0, amount: 5, expires: 9)
    #expect(try findings(credit, after: 10_000_000) == [])
    #expect(try findings(credit, after: 1_000_000) == ["I14"])
    #expect(try findings(maker.call(.credit, account: 0, amount: 5), after: 10_000_000) == ["I14"])
    #expect(try findings(maker.call(.debit, account: 0, amount: 5), after: 10_000_000) == ["I14"])
  }
}
