import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// The sums that statistics of tenants are made of.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RollupTests {
  private static let tenant: TenantName = "acme"

  /// Two accounts that were granted, held, settled, took back and counted.
  private func filled(_ ledger: OwnLedger) async throws {
    try await ledger.store.define(
      UsageItemDefinition(
        item: "image",
        limits: [
          UsageLimit(
            window: .lifetime, maximum: 3)
        ],
        overage: .charge(UsagePrice(unit: "credits", amount: 2, per: 1))), in: Self.tenant)
    for account in ["ada", "bob"] as [AccountName] {
      let later = ledger.instant(after: 90_000)
      try await ledger.submit(
        .credit(Credit(unit: "credits", amount: 100, expiresAt: later)), "credit", account: account)
      try await ledger.submit(
        .credit(Credit(unit: "credits", amount: 30, kind: "gift", effectiveAt: later)), "gift",
        account: account)
      try await ledger.submit(
        .recordUsage(RecordUsage(item: "image", amount: 5)), "count", account: account)
      let debit = try await ledger.submit(
        .debit(Debit(unit: "credits", amount: 9)), "debit", account: account)
      ledger.clock.advance(bySeconds: 4_000)
      guard case .debit(let entry) = debit.outcome else { throw Unexpected() }
      try await ledger.submit(
        .reverse(Reverse(entry: entry.entryId, amount: 4)), "back", account: account)
      try await ledger.submit(
        .reserve(
          Reserve(
            unit: "credits", amount: 20, expiresInSeconds: 600,
            counts: [Reserve.Count(item: "image", amount: 1)])), "hold", account: account)
    }
  }

  private struct Unexpected: Error {}

  private func period(_ ledger: OwnLedger) -> StatisticsPeriod {
    let day: Int64 = 86_400_000_000
    let today = ledger.clock.now.microseconds / day * day
    return StatisticsPeriod(
      from: Instant(microseconds: today - 2 * day), to: Instant(microseconds: today + 3 * day),
      by: .day)
  }

  private func byKind(_ ledger: OwnLedger) async throws -> ConsumptionStatistics {
    try await ledger.store.consumption(
      ConsumptionQuery(unit: "credits", period: period(ledger), grouping: .kind), in: Self.tenant)
  }

  private func violations(_ ledger: OwnLedger) async throws -> [Violation] {
    try await LedgerChecker().check(ledger.store, tenant: Self.tenant).violations
  }

  @Test("a tenant's statistics are made of stored sums, and a wrong one is found and corrected")
  func corrected() async throws {
    let ledger = try await OwnLedger()
    try await filled(ledger)
    let right = try await byKind(ledger)
    // The hold of the first account lapsed, and with it went the charge for what it had counted.
    #expect(right.totals.consumed == 5 + 4 + 5 + 6)
    try await ledger.database.rows(
      "UPDATE holdfast.consumption_rollup SET consumed = consumed + 1000 WHERE kind = 'debit'")
    #expect(try await byKind(ledger).totals.consumed > 1_000)
    #expect(try await violations(ledger).contains { $0.invariant == "I12" })
    let report = try await ledger.store.rebuildStatistics(of: Self.tenant)
    #expect(report.accounts == 2)
    #expect(report.entries > 8)
    #expect(report.records == 4)
    // The two accounts share a day where they share a slot.
    let wrong = try await ledger.database.rows(
      """
      SELECT count(DISTINCT (slot, seconds, start_at, item)) FROM holdfast.consumption_rollup
      WHERE kind = 'debit'
      """)
    #expect((5...6).contains(report.corrections))
    #expect(wrong == [["\(report.corrections)"]])
    #expect(try await byKind(ledger) == right)
    #expect(try await violations(ledger) == [])
    #expect(try await ledger.store.rebuildStatistics().corrections == 0)
    #expect(try await ledger.findings() == [])
    await ledger.store.close()
  }

  @Test("an hour that is not the sum of its quarters is found by the audit")
  func audited() async throws {
    let ledger = try await OwnLedger()
    try await filled(ledger)
    for table in ["consumption_rollup", "usage_rollup"] {
      try await ledger.database.rows(
        "UPDATE holdfast.\(table) SET consumed = consumed + 1 WHERE seconds = 3600")
      #expect(
        try await ledger.findings() == ["hours_and_days_are_the_sum_of_their_quarters"])
      try await ledger.database.rows(
        "UPDATE holdfast.\(table) SET consumed = consumed - 1 WHERE seconds = 3600")
    }
    #expect(try await ledger.findings() == [])
    await ledger.store.close()
  }

  @Test(
    "a ledger from before the sums answers from its rows, and from the sums once they are rebuilt")
  func fromBefore() async throws {
    let ledger = try await OwnLedger()
    try await filled(ledger)
    ledger.clock.advance(bySeconds: 100_000)
    let right = try await byKind(ledger)
    let usage = UsageQuery(period: period(ledger), grouping: .item)
    let used = try await ledger.store.usageStatistics(usage, in: Self.tenant)
    try await ledger.database.rows(
      """
      DELETE FROM holdfast.statistics_coverage; DELETE FROM holdfast.consumption_rollup;
      DELETE FROM holdfast.usage_rollup
      """)
    #expect(try await byKind(ledger) == right)
    #expect(try await ledger.store.usageStatistics(usage, in: Self.tenant) == used)
    // Not covered, so there is nothing to be compared.
    #expect(try await violations(ledger) == [])
    try await ledger.submit(.debit(Debit(unit: "credits", amount: 1)), "between")
    #expect(try await ledger.store.rebuildStatistics().corrections > 0)
    #expect(try await violations(ledger) == [])
    #expect(try await byKind(ledger).totals.entryCount == right.totals.entryCount + 1)
    #expect(
      try await ledger.database.rows("SELECT tenant FROM holdfast.statistics_coverage ORDER BY 1")
        == [[""], ["acme"]])
    await ledger.store.close()
  }

  @Test("sums are left alone where rows are not in the journal any more")
  func rowsAreGone() async throws {
    let ledger = try await OwnLedger()
    try await filled(ledger)
    let right = try await byKind(ledger)
    let store = ledger.store
    try await ledger.database.rows("DELETE FROM holdfast.journal WHERE key = 'debit'")
    await #expect {
      try await store.rebuildStatistics(of: Self.tenant)
    } throws: { error in
      (error as? LedgerError)?.field == "tenant"
    }
    #expect(try await byKind(ledger) == right)
    await ledger.store.close()
  }

  @Test("sums are rebuilt while writers go on, by one at a time")
  func underLoad() async throws {
    let ledger = try await OwnLedger()
    try await filled(ledger)
    try await ledger.database.rows("DELETE FROM holdfast.consumption_rollup WHERE kind = 'debit'")
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for account in 0..<8 {
        tasks.addTask {
          let name = AccountName("account-\(account)")
          for number in 0..<25 {
            try await ledger.submit(
              .credit(Credit(unit: "credits", amount: 3)), IdempotencyKey("c\(number)"),
              account: name)
            try await ledger.submit(
              .debit(Debit(unit: "credits", amount: 2)), IdempotencyKey("d\(number)"),
              account: name)
          }
        }
      }
      for _ in 0..<2 {
        tasks.addTask {
          for _ in 0..<4 {
            do throws(LedgerError) { _ = try await ledger.store.rebuildStatistics() } catch {
              #expect(error.code == .unavailable)
            }
          }
        }
      }
      try await tasks.waitForAll()
    }
    #expect(try await violations(ledger) == [])
    _ = try await ledger.store.rebuildStatistics()
    #expect(try await violations(ledger) == [])
    await ledger.store.close()
  }

  @Test("what several writers added to one sum is brought together when its day is over")
  func gathered() async throws {
    let ledger = try await OwnLedger()
    try await filled(ledger)
    let other = try await OwnLedger.store(on: ledger.database, ledger.clock, ledger.events)
    for (number, store) in [ledger.store, other, ledger.store, other].enumerated() {
      _ = try await store.submit(
        Command(
          tenant: Self.tenant, account: "ada", key: IdempotencyKey("d\(number)"),
          action: .debit(Debit(unit: "credits", amount: 1))))
    }
    let scattered = "SELECT count(*) FROM holdfast.consumption_rollup WHERE writer <> 0"
    let sweeper = PostgresSweeper(ledger.store)
    #expect(await sweeper.pass() == .finished)
    #expect(try await ledger.database.rows(scattered) != [["0"]])
    ledger.clock.advance(bySeconds: 5 * 86_400)
    #expect(await sweeper.pass() == .finished)
    let before = try await byKind(ledger)
    // What the sweep itself wrote lies in the past, too.
    #expect(await sweeper.pass() == .finished)
    #expect(try await ledger.database.rows(scattered) == [["0"]])
    #expect(try await byKind(ledger) == before)
    #expect(try await violations(ledger) == [])
    await other.close()
    await ledger.store.close()
  }

  @Test("a transaction of the caller's own keeps nobody from adding to the same sum")
  func ownTransaction() async throws {
    let ledger = try await OwnLedger()
    try await filled(ledger)
    let names = (0..<40).map { AccountName("account-\($0)") }
    for name in names {
      try await ledger.submit(
        .credit(Credit(unit: "credits", amount: 5)), "open", account: name)
    }
    let session = LibPQSession(ledger.database.options.connectionString)
    try await session.begin()
    _ = try await ledger.store.submit(
      Command(
        tenant: Self.tenant, account: "ada", key: "mine",
        action: .debit(Debit(unit: "credits", amount: 1))), in: session)
    for name in names {
      try await ledger.submit(.debit(Debit(unit: "credits", amount: 1)), "theirs", account: name)
    }
    try await session.commit()
    session.close()
    #expect(try await violations(ledger) == [])
    await ledger.store.close()
  }

  @Test("a sum that passes 64 bits refuses no command, and the report says that it does not fit")
  func capped() async throws {
    let ledger = try await OwnLedger()
    try await ledger.submit(.credit(Credit(unit: "credits", amount: 10)), "credit")
    let (store, period) = (ledger.store, period(ledger))
    try await ledger.database.rows(
      "UPDATE holdfast.consumption_rollup SET granted = 9223372036854775800")
    try await ledger.submit(.credit(Credit(unit: "credits", amount: 10)), "another")
    await #expect {
      try await store.consumption(
        ConsumptionQuery(unit: "credits", period: period), in: Self.tenant)
    } throws: { error in
      (error as? LedgerError)?.code == .amountOverflow
    }
    await ledger.store.close()
  }
}
