import HoldfastTesting
import Synchronization
import Testing

@testable import Holdfast

@Suite struct LedgerCheckerTests {
  private let clock = SimulatedClock()
  private let tenant: TenantName = "acme"

  private func command(_ account: AccountName, _ action: Command.Action) -> Command {
    Command(tenant: tenant, account: account, action: action)
  }

  private func violations(_ contents: LedgerContents) async throws -> [Violation] {
    try await LedgerChecker().check(contentsOf: contents, tenant: tenant).violations
  }

  @Test func `there are canaries for every invariant, and more than forty`() {
    #expect(Canaries.all.count > 40)
    let named = Set(Canaries.all.map(\.invariant))
    #expect(named == Set((1...10).map { "I\($0)" } + ["I13"]))
    #expect(Set(Canaries.all.map(\.testDescription)).count == Canaries.all.count)
  }

  @Test func `an empty tenant is sound`() async throws {
    let store = InMemoryStore(clock: clock.storeClock)
    let report = try await LedgerChecker().check(store, tenant: tenant)
    #expect(report == CheckReport())
    #expect(report.isSound)
  }

  @Test func `I13 Replay: a group misses a member where none can have had nothing to do`()
    async throws
  {
    let store = InMemoryStore(clock: clock.storeClock)
    _ = try await store.submit(
      Group(
        tenant: tenant, key: "pair",
        commands: [
          command("ada", .credit(Credit(unit: "credits", amount: 5))),
          command("bob", .credit(Credit(unit: "credits", amount: 7))),
        ]))
    var contents = try await LedgerContents(of: tenant, in: store)
    #expect(try await violations(contents) == [])
    contents.accounts.removeAll { $0.name == "bob" }
    let found = try await violations(contents)
    #expect(found.map(\.invariant) == ["I13"])
    #expect(found[0].detail.contains("1 of 2 members of group pair are there"))
  }

  @Test func `a member that had nothing to do is told and no violation`() async throws {
    let store = InMemoryStore(clock: clock.storeClock)
    _ = try await store.submit([
      Command(
        tenant: tenant, account: "ada", key: "c",
        action: .credit(Credit(unit: "credits", amount: 5))),
      Command(
        tenant: tenant, account: "ada", key: "r",
        action: .reserve(Reserve(unit: "credits", amount: 5))),
      Command(
        tenant: tenant, account: "ada", key: "s",
        action: .settle(Settle(reservation: .key("r"), amount: 2))),
    ])
    _ = try await store.submit(
      Group(
        tenant: tenant, key: "mixed",
        commands: [
          command("ada", .release(Release(reservation: .key("r")))),
          command("ada", .credit(Credit(unit: "credits", amount: 1))),
        ]))
    let report = try await LedgerChecker().check(store, tenant: tenant)
    #expect(report.violations == [])
    #expect(report.groupsWithSilentMembers == 1)
  }

  @Test func `a member that named its reservation by key alone is what its group covers`()
    async throws
  {
    let store = InMemoryStore(clock: clock.storeClock)
    _ = try await store.submit([
      Command(
        tenant: tenant, account: "ada", key: "c",
        action: .credit(Credit(unit: "credits", amount: 5))),
      Command(
        tenant: tenant, account: "ada", key: "r",
        action: .reserve(Reserve(unit: "credits", amount: 5))),
    ])
    _ = try await store.submit(
      Group(
        tenant: tenant, key: "located",
        commands: [
          Command(tenant: tenant, action: .settle(Settle(reservation: .key("r"), amount: 2))),
          command("ada", .credit(Credit(unit: "credits", amount: 1))),
        ]))
    let contents = try await LedgerContents(of: tenant, in: store)
    #expect(try await violations(contents) == [])
    #expect(contents.accounts[0].balances[0].rows.last?.cause?.group?.count == 2)
  }

  @Test func `a report lists so many violations and counts the others`() async throws {
    var contents = try await RichLedger.contents()
    contents.balance("ada") { balance in
      for index in balance.rows.indices { balance.rows[index].rules = 0 }
    }
    let report = try await LedgerChecker(listing: 10)
      .check(contentsOf: contents, tenant: RichLedger.tenant)
    #expect(report.violations.count == 10)
    #expect(report.unlisted == 36)
    #expect(!report.isSound)
  }

  @Test func `progress comes after each account and ends at the totals`() async throws {
    let contents = try await RichLedger.contents()
    var seen: [CheckProgress] = []
    let report = try await LedgerChecker()
      .check(contentsOf: contents, tenant: RichLedger.tenant) { seen.append($0) }
    #expect(seen.map(\.accounts) == [1, 2, 3, 4])
    #expect(seen.last?.rows == report.rows)
    let rows = contents.accounts.reduce(0) { sum, account in
      sum + account.balances.reduce(0) { $0 + $1.rows.count }
        + account.meters.reduce(0) { $0 + $1.rows.count }
    }
    #expect(report.rows == rows)
  }

  @Test func `another tenant's accounts are not looked at`() async throws {
    let contents = try await RichLedger.contents()
    let report = try await LedgerChecker().check(contentsOf: contents, tenant: "acme/sandbox")
    #expect(report.accounts == 0)
  }

  /// The extremes of 64 bits in every figure: the checker says what is wrong and does not trap.
  @Test(arguments: [Int64.min, Int64.max])
  func `contents of any size are judged and never trap`(extreme: Int64) async throws {
    let amount = Amount(extreme)
    let figures = Figures(
      posted: amount, held: amount, debt: amount, scheduled: amount, overdraftLimit: amount)
    var contents = try await RichLedger.contents()
    for account in contents.accounts.indices {
      for balance in contents.accounts[account].balances.indices {
        contents.accounts[account].balances[balance].figures = figures
        contents.accounts[account].balances[balance].version = extreme
        for index in contents.accounts[account].balances[balance].rows.indices {
          var row = contents.accounts[account].balances[balance].rows[index]
          row = row.with(
            instant: index.isMultiple(of: 3) ? Instant(microseconds: extreme) : row.instant,
            delta: figures, after: figures)
          row.draws = row.draws.map {
            Draw(lot: $0.lot, amount: amount, isRepayment: $0.isRepayment)
          }
          row.hold?.expiresAt = Instant(microseconds: extreme)
          row.lot = row.lot.map { LotRow(terms: $0.terms, opened: amount) }
          contents.accounts[account].balances[balance].rows[index] = row
        }
      }
      for meter in contents.accounts[account].meters.indices {
        contents.accounts[account].meters[meter].lifetime = amount
        for index in contents.accounts[account].meters[meter].rows.indices {
          let usage = contents.accounts[account].meters[meter].rows[index].usage
          contents.accounts[account].meters[meter].rows[index].usage = usage?.with(
            delta: amount, lifetimeAfter: amount, charged: amount)
        }
      }
    }
    let report = try await LedgerChecker()
      .check(contentsOf: contents, tenant: RichLedger.tenant)
    #expect(!report.isSound)
  }
}
