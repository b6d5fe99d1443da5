import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Through PgBouncer in transaction mode, where a connection is another one for each transaction.
@Suite(.serialized) struct PoolerTests {
  /// A migrated database behind a pooler.
  private struct Pooled {
    let database: TestDatabase
    let pooler: ThrowAwayPooler

    init() async throws {
      database = try await TestDatabase()
      _ = try await database.migrate()
      let name = database.name
      pooler = try await TestDatabase.onThread {
        try ThrowAwayPooler(before: ThrowAwayPostgres.shared(), database: name)
      }
    }

    func store(
      _ statements: PostgresConfiguration.Statements, clock: SimulatedClock? = nil
    ) async throws -> PostgresStore {
      var configuration = PostgresConfiguration(pooler.connectionString)
      configuration.statements = statements
      configuration.clock = clock?.storeClock
      return try await PostgresStore(configuration)
    }
  }

  @Test(
    "commands race through a pooler and add up, with and without prepared statements",
    .timeLimit(.minutes(10)),
    arguments: [PostgresConfiguration.Statements.unnamed, .prepared])
  func races(statements: PostgresConfiguration.Statements) async throws {
    let pooled = try await Pooled()
    let stores = [try await pooled.store(statements), try await pooled.store(statements)]
    let ledgers = stores.map { Ledger(store: $0, tenant: "pooled") }
    for account in 0..<4 {
      let credits = ledgers[0].account(AccountName("user-\(account)"))["credits"]
      try await credits.credit(1000, key: "grant")
    }
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for index in 0..<120 {
        let account = ledgers[index % 2].account(AccountName("user-\(index % 4)"))
        tasks.addTask {
          let key = IdempotencyKey("work-\(index)")
          let held = try await account["credits"].reserve(10, key: key)
          try await account.reservation(held.id).settle(7, key: key)
        }
      }
      try await tasks.waitForAll()
    }
    for account in 0..<4 {
      let balance = try await ledgers[1].account(AccountName("user-\(account)"))["credits"]
        .figures()
      #expect(balance.posted == 790)
      #expect(balance.held == 0)
    }
    let report = try await LedgerChecker().check(stores[0], tenant: "pooled")
    #expect(report.violations == [])
    for store in stores { await store.close() }
  }

  @Test("the store keeps what it promises through a pooler", .timeLimit(.minutes(10)))
  func conformance() async throws {
    let pooled = try await Pooled()
    for (index, promise) in ConformanceSuite.cases.enumerated() where index.isMultiple(of: 4) {
      let clock = SimulatedClock()
      let store = try await pooled.store(.unnamed, clock: clock)
      do throws(ConformanceFailure) {
        try await promise.run(
          on: ConformanceWorld(store: store, clock: clock, tenant: TenantName("pooled/\(index)")))
      } catch {
        Issue.record("\(promise): \(error)")
      }
      await store.close()
    }
  }

  @Test("a pooler's connection keeps no setting of ours")
  func settings() async throws {
    let pooled = try await Pooled()
    let store = try await pooled.store(.unnamed)
    let ledger = Ledger(store: store, tenant: "pooled")
    try await ledger.account("ada")["credits"].credit(5, key: "grant")
    await store.close()
    let options = ConnectionOptions(pooled.pooler.connectionString, statements: .unnamed)
    let seen = try await TestDatabase.onThread {
      let connection = try PostgresConnection(options, deadline: .after(seconds: 10))
      defer { connection.close() }
      return try (0..<8).map { _ in
        let rows = try connection.run(
          [Statement(Query("settings", "SELECT current_setting('enable_seqscan')"))],
          deadline: .after(seconds: 10))
        return rows[0].text(0, 0)
      }
    }
    #expect(seen == Array(repeating: "on", count: 8))
  }
}
