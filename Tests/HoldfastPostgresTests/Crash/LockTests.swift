import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("Another session holds a row", .serialized)
  struct LockTests {
    static let unit = CrashScript.unit
    static let tenant: TenantName = "crash/locked"

    static func credit(_ account: String, _ key: String) -> Command {
      Command(
        tenant: tenant, account: AccountName(account), key: IdempotencyKey(key),
        action: .credit(Credit(unit: unit, amount: 1)))
    }

    @Test(
      "a row that is held longer than the lock timeout fails its own calls only",
      .timeLimit(.minutes(10)))
    func heldForLong() async throws {
      let database = try await TestDatabase.migrated()
      var configuration = PostgresConfiguration(database.options.connectionString)
      configuration.lanes = 1
      configuration.readers = 1
      configuration.patienceSeconds = 8
      let store = try await PostgresStore(configuration)
      let accounts = (0..<20).map { "account-\($0)" }
      for account in accounts { _ = try await store.submit(Self.credit(account, "first")) }
      let holder = LockHolder(database)
      try await holder.lock(
        """
        SELECT FROM holdfast.stream WHERE account_id =
          (SELECT account_id FROM holdfast.account WHERE name = 'account-7') FOR UPDATE
        """)
      // In one call of the lane, and so in one batch.
      let calls = await withTaskGroup(of: CrashCall.self) { group in
        for (number, account) in accounts.enumerated() {
          group.addTask {
            await CrashCall(
              .command(Self.credit(account, "second")), caller: 0, number: number, to: store)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let held = try #require(calls.first { $0.number == 7 })
      #expect(held.error?.code == .unavailable)
      #expect(held.error?.detail == "sqlstate_55P03")
      let mates = calls.filter { $0.number != 7 }
      #expect(mates.allSatisfy { $0.isApplied })
      let longest = mates.map(\.waited).max() ?? 0
      print(
        "crash · row held by another session: its call waits \(held.waited / 1000) ms, those that "
          + "share its batch at most \(longest / 1000) ms")
      // One lock timeout, and the time to find out.
      #expect(longest < 5_000_000 + 4_000_000)
      try await holder.release()
      #expect(try await !store.submit(Self.credit("account-7", "second")).duplicate)
      #expect(try await store.submit(Self.credit("account-8", "second")).duplicate)
      await store.close()
    }
  }
}
