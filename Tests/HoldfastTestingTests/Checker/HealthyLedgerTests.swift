import Testing

@testable import Holdfast
@testable import HoldfastTesting

@Suite struct HealthyLedgerTests {
  @Test func `a ledger in which everything happened is sound`() async throws {
    let contents = try await RichLedger.contents()
    let report = try await LedgerChecker().check(contentsOf: contents, tenant: RichLedger.tenant)
    #expect(report.violations == [])
    #expect(report.accounts == 4)
  }

  @Test func `rows are summed up only where a store keeps sums to compare with`() async throws {
    var contents = try await RichLedger.contents()
    #expect(contents.sums == nil)
    for account in contents.accounts {
      for isSummed in [false, true] {
        let audited = AuditedAccount(
          account, definitions: contents.definitions, isSummed: isSummed)
        #expect((audited.sums != nil) == isSummed)
      }
    }
    contents.sums = []
    let report = try await LedgerChecker().check(contentsOf: contents, tenant: RichLedger.tenant)
    #expect(report.violations.contains { $0.detail.hasSuffix("more spent than is kept") })
  }

  @Test func `every event stands in it, so that no canary flies past an empty cage`() async throws {
    let contents = try await RichLedger.contents()
    let rows = contents.accounts.flatMap { account in
      account.balances.flatMap(\.rows) + account.meters.flatMap(\.rows)
    }
    let events = Set(rows.map(\.event))
    #expect(Set(JournalRow.Event.allCases).subtracting(events) == [])
    let commands = Set(rows.compactMap { $0.cause?.command.action.name })
    #expect(Set(CommandName.allCases).subtracting(commands) == [.atomic])
    #expect(rows.contains { $0.settlement == .late })
    #expect(rows.contains { $0.settlement == .lapsed })
    #expect(rows.contains { $0.draws.contains { $0.isRepayment } })
  }

  @Test func `a lapse gives back no more than the bounds allow, and that is sound`() async throws {
    let clock = SimulatedClock()
    let store = InMemoryStore(clock: clock.storeClock)
    try await store.define(
      UsageItemDefinition(
        item: "page", limits: [], overage: .charge(UsagePrice(unit: "credits", amount: 100))),
      in: "acme")
    let counts = [Reserve.Count(item: "page", amount: 1)]
    let actions: [Command.Action] = [
      .credit(Credit(unit: "credits", amount: 1000)),
      .reserve(Reserve(unit: "credits", amount: 5, expiresInSeconds: 60, counts: counts)),
      .credit(Credit(unit: "credits", amount: .maximum - 930)),
    ]
    for (index, action) in actions.enumerated() {
      _ = try await store.submit(
        Command(
          tenant: "acme", account: "ada", key: IdempotencyKey("key-\(index)"), action: action))
    }
    clock.advance(bySeconds: 60)
    _ = try await store.sweep("acme")
    let balance = try await store.balance(
      of: "credits", AccountAddress(tenant: "acme", account: "ada"))
    #expect(balance.posted == .maximum)
    let report = try await LedgerChecker().check(store, tenant: "acme")
    #expect(report.violations == [])
    #expect(report.rows == 8)
  }
}
