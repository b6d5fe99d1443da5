import Holdfast
import HoldfastTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct CommandListTests {
  @Test func `each member of a list has its own typed result`() async throws {
    let fixture = try await LedgerFixture()
    var list = fixture.ledger.list()
    let debit = list.debit(20, from: fixture.credits, key: "d")
    let tooMuch = list.debit(9000, from: fixture.credits, key: "e")
    let hold = list.reserve(75, from: fixture.credits, key: "r")
    let results = try await list.submit()
    #expect(try results[debit].get().settledAmount == 20)
    #expect(results[tooMuch].failure?.code == .insufficientBalance)
    let held = try results[hold].get().outcome
    #expect(held.key == "r")
    #expect(held.amount == 75)
    #expect(results.refusals.map(\.index) == [1])
    #expect(try await fixture.figures().held == 75)
  }

  @Test func `a group holds on user and team, or on neither`() async throws {
    let fixture = try await LedgerFixture()
    let team = fixture.ledger.account("team-7")["credits"]
    try await team.credit(100, key: "c")
    var list = fixture.ledger.list()
    let user = list.reserve(75, from: fixture.credits)
    let shared = list.reserve(75, from: team)
    let results = try await list.submitAllOrNothing(key: "req-42")
    #expect(results[user].account == "ada")
    #expect(results[shared].key == "req-42#1")
    #expect(!results.duplicate)
    #expect(try await list.submitAllOrNothing(key: "req-42").duplicate)

    do throws(LedgerError) {
      _ = try await list.submitAllOrNothing(key: "req-43")
      Issue.record("the team has 25 left")
    } catch {
      #expect(error.code == .insufficientBalance)
      #expect(error.failedIndex == 1)
    }
    #expect(try await fixture.figures().held == 75)
  }

  @Test func `coupled settles charge what the least can pay`() async throws {
    let fixture = try await LedgerFixture()
    let team = fixture.ledger.account("team-7")["credits"]
    try await team.credit(80, key: "c")
    var holds = fixture.ledger.list()
    let user = holds.reserve(75, from: fixture.credits)
    let shared = holds.reserve(75, from: team)
    let held = try await holds.submitAllOrNothing(key: "req-42")
    var settles = fixture.ledger.list()
    let first = settles.settle(
      90, on: fixture.ledger.reservation(held[user].outcome), coupled: true)
    let second = settles.settle(
      90, on: fixture.ledger.reservation(held[shared].outcome), coupled: true)
    let results = try await settles.submitAllOrNothing(key: "req-42:settle")
    #expect(results[first].operationSettledAmount == 80)
    #expect(results[second].operationShortfallAmount == 10)
  }

  @Test func `a plan changes in one step`() async throws {
    let fixture = try await LedgerFixture()
    let old = try await fixture.credits.lots()[0].lotId
    var list = fixture.ledger.list()
    let void = fixture.ledger.administration.addVoid(of: old, key: "v", to: &list)
    let grant = list.credit(900, to: fixture.credits)
    let limit = fixture.ledger.administration.addOverdraftLimit(
      10, of: fixture.credits, to: &list)
    let results = try await list.submitAllOrNothing(key: "plan:2")
    #expect(results[void].voidedAmount == 500)
    #expect(results[grant].balanceAfter == 900)
    #expect(results[limit].overdraftLimit == 10)
    #expect(list.count == 3)
    var terms = fixture.ledger.list()
    let priority = fixture.ledger.administration.addUpdate(
      of: results[grant].lotId, priority: 3, key: "u", to: &terms)
    #expect(try await terms.submit()[priority].get().voidedAmount == 0)
  }

  @Test func `a preview answers and writes nothing`() async throws {
    let fixture = try await LedgerFixture()
    var list = fixture.ledger.list()
    let debit = list.debit(20, from: fixture.credits, key: "d")
    #expect(try await list.preview()[debit].get().available == 480)
    #expect(try await list.previewAllOrNothing(key: "g")[debit].balanceAfter == 480)
    #expect(try await fixture.figures().posted == 500)
  }

  @Test func `a list takes every command of a spender`() async throws {
    let fixture = try await LedgerFixture()
    try await fixture.ledger.administration.define(
      UsageItemDefinition(item: "image", limits: [], overage: .allow))
    let held = try await fixture.credits.reserve(50, key: "r").outcome
    let reservation = fixture.ledger.reservation(held)
    let spent = try await fixture.credits.debit(10, key: "d0")
    let counted = try await fixture.ada.recordUsage(of: "image", 3, key: "u0")
    let record = try #require(counted.recordId)
    var list = fixture.ledger.list()
    let increase = list.increase(reservation, by: 5, key: "i")
    let extend = list.extend(reservation, toLast: .seconds(7200), key: "x")
    let report = list.report(used: 7, on: reservation, key: "p")
    let release = list.release(reservation, key: "q")
    let reverse = list.reverse(spent.entryId, of: fixture.ada, key: "v")
    let usage = list.recordUsage(of: "image", by: fixture.ada)
    let unusage = list.reverseUsage(record, of: fixture.ada, key: "w")
    let transfer = list.transfer(10, from: fixture.credits, to: "bob", key: "t")
    let results = try await list.submit()
    #expect(results.refusals.isEmpty)
    #expect(try results[increase].get().amount == 55)
    #expect(
      try results[extend].get().expiresAt == SimulatedClock.start.advanced(bySeconds: 7200))
    #expect(try results[report].get().used == 7)
    #expect(try results[release].get().releasedAmount == 55)
    #expect(try results[reverse].get().reversedAmount == 10)
    #expect(try results[usage].get().used == 4)
    #expect(try results[unusage].get().used == 1)
    #expect(try results[transfer].get().balanceAfter == 490)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
