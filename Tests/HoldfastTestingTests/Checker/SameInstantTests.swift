import HoldfastTesting
import Testing

@testable import Holdfast

/// Much that is due at one instant, and what the order of accounts must not matter for.
@Suite struct SameInstantTests {
  private let tenant: TenantName = "acme"

  private func submit(
    _ store: InMemoryStore, _ account: AccountName, _ key: IdempotencyKey, _ action: Command.Action
  ) async throws {
    _ = try await store.submit(
      Command(tenant: tenant, account: account, key: key, action: action))
  }

  private func violations(_ contents: LedgerContents) async throws -> [Violation] {
    try await LedgerChecker().check(contentsOf: contents, tenant: tenant).violations
  }

  /// Two lots lapse, two holds lapse and two credits start at one instant.
  private func crowded() async throws -> LedgerContents {
    let clock = SimulatedClock()
    let store = InMemoryStore(clock: clock.storeClock)
    let due = clock.now.advanced(bySeconds: 60)
    for (key, priority) in [("late", 7), ("early", 2)] as [(IdempotencyKey, Int)] {
      try await submit(
        store, "ada", key,
        .credit(Credit(unit: "credits", amount: 10, expiresAt: due, priority: priority)))
    }
    for key in ["r1", "r2"] as [IdempotencyKey] {
      try await submit(
        store, "ada", key, .reserve(Reserve(unit: "credits", amount: 3, expiresInSeconds: 60)))
    }
    for key in ["s1", "s2"] as [IdempotencyKey] {
      try await submit(
        store, "ada", key, .credit(Credit(unit: "credits", amount: 4, effectiveAt: due)))
    }
    clock.advance(bySeconds: 60)
    try await submit(store, "ada", "d", .debit(Debit(unit: "credits", amount: 5)))
    return try await LedgerContents(of: tenant, in: store)
  }

  @Test func `at one instant lots lapse in burn order, then holds, then credits start`()
    async throws
  {
    let contents = try await crowded()
    #expect(try await violations(contents) == [])
    let rows = contents.accounts[0].balances[0].rows
    #expect(
      rows[6...].map(\.event) == [
        .expiry, .expiry, .lapse, .expiry, .lapse, .expiry, .activation, .activation, .debit,
      ])
  }

  @Test func `I8 Time: two lots that lapsed in the wrong order at one instant are found`()
    async throws
  {
    var contents = try await crowded()
    contents.balance("ada") { balance in
      balance.rows[6].subject = 1
      balance.rows[7].subject = 2
    }
    let found = try await violations(contents)
    #expect(found.contains { $0.invariant == "I8" && $0.detail.contains("comes first") })
  }

  @Test func `what two increases pinned of one lot lapses as one entry`() async throws {
    let clock = SimulatedClock()
    let store = InMemoryStore(clock: clock.storeClock)
    try await submit(
      store, "ada", "c",
      .credit(
        Credit(unit: "credits", amount: 10, expiresAt: clock.now.advanced(bySeconds: 60))))
    try await submit(store, "ada", "r", .reserve(Reserve(unit: "credits", amount: 2)))
    for key in ["i1", "i2"] as [IdempotencyKey] {
      try await submit(store, "ada", key, .increase(Increase(reservation: .key("r"), amount: 3)))
    }
    clock.advance(bySeconds: 100)
    try await submit(store, "ada", "x", .release(Release(reservation: .key("r"))))
    let contents = try await LedgerContents(of: tenant, in: store)
    #expect(try await violations(contents) == [])
    #expect(contents.accounts[0].balances[0].rows.last?.delta.posted == -8)
  }

  @Test func `a transfer matches whichever of its accounts is read first`() async throws {
    let clock = SimulatedClock()
    let store = InMemoryStore(clock: clock.storeClock)
    for (from, to) in [("zoe", "abe"), ("bea", "yan")] as [(AccountName, AccountName)] {
      try await submit(store, from, "c", .credit(Credit(unit: "credits", amount: 10)))
      try await submit(
        store, from, "t", .transfer(Transfer(unit: "credits", to: to, amount: 4)))
    }
    var contents = try await LedgerContents(of: tenant, in: store)
    #expect(contents.accounts.map(\.name) == ["abe", "bea", "yan", "zoe"])
    #expect(try await violations(contents) == [])
    contents.accounts.removeFirst()
    #expect(try await violations(contents).map(\.invariant) == ["I1"])
  }
}
