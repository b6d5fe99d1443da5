import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("Another session holds a row", .serialized)
  struct LockTests {
    static let unit = CrashScript.unit
    static let tenant: TenantName = "crash/locked"
    /// Half a second for the row, and the time to find out who needs it, on a busy machine.
    static let detour: Int64 = 3_000_000
    static let lockRow = """
      SELECT FROM holdfast.stream WHERE account_id =
        (SELECT account_id FROM holdfast.account WHERE name = 'account-7') FOR UPDATE
      """

    let database: TestDatabase
    let store: PostgresStore

    /// Twenty accounts, all in one lane.
    init() async throws {
      database = try await TestDatabase.migrated()
      var configuration = PostgresConfiguration(database.options.connectionString)
      configuration.lanes = 1
      configuration.readers = 1
      configuration.patienceSeconds = 8
      store = try await PostgresStore(configuration)
      for account in Self.accounts { _ = try await store.submit(Self.credit(account, "first")) }
    }

    static var accounts: [String] { (0..<20).map { "account-\($0)" } }

    static func credit(_ account: String, _ key: String) -> Command {
      Command(
        tenant: tenant, account: AccountName(account), key: IdempotencyKey(key),
        action: .credit(Credit(unit: unit, amount: 1)))
    }

    /// A call on each account at once, and what came of it.
    private func callAll(_ key: String, and more: String? = nil) async -> [CrashCall] {
      let store = store
      return await withTaskGroup(of: CrashCall.self) { group in
        for (number, account) in (Self.accounts + [more].compactMap(\.self)).enumerated() {
          group.addTask {
            await CrashCall(
              .command(Self.credit(account, key)), caller: 0, number: number, to: store)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }

    private func expectOthersServed(_ calls: [CrashCall], but number: Int) {
      let others = calls.filter { $0.number != number }
      #expect(others.allSatisfy { $0.isApplied })
      let longest = others.map(\.waited).max() ?? 0
      print("crash · others than the one whose row is held wait at most \(longest / 1000) ms")
      #expect(longest < Self.detour)
    }

    @Test(
      "a row that is held longer than there is patience fails its own calls, and stalls nobody",
      .timeLimit(.minutes(10)))
    func heldForLong() async throws {
      let holder = LockHolder(database)
      try await holder.lock(Self.lockRow)
      let calls = await callAll("second")
      let held = try #require(calls.first { $0.number == 7 })
      #expect(held.error?.code == .unavailable)
      #expect(held.error?.detail == "sqlstate_55P03")
      #expect(held.waited < 8_000_000 + Self.detour)
      expectOthersServed(calls, but: 7)
      try await holder.release()
      #expect(try await !store.submit(Self.credit("account-7", "second")).duplicate)
      #expect(try await store.submit(Self.credit("account-8", "second")).duplicate)
      await store.close()
    }

    @Test("who waits for a row goes on soon after it is let go", .timeLimit(.minutes(10)))
    func letGo() async throws {
      let holder = LockHolder(database)
      try await holder.lock(Self.lockRow)
      async let first = callAll("second")
      try await Task.sleep(for: .seconds(2))
      // The lane knows of the row by now.
      async let second = callAll("third")
      try await Task.sleep(for: .milliseconds(500))
      let released = Deadline.now
      try await holder.release()
      for calls in await [first, second] {
        let held = try #require(calls.first { $0.number == 7 })
        #expect(held.isApplied)
        #expect(held.ended > released)
        #expect(held.ended - released < Self.detour)
        expectOthersServed(calls, but: 7)
      }
      await store.close()
    }

    @Test("what waits for a row is answered before the store is closed", .timeLimit(.minutes(10)))
    func closed() async throws {
      let holder = LockHolder(database)
      try await holder.lock(Self.lockRow)
      async let calls = callAll("second")
      try await Task.sleep(for: .seconds(2))
      async let closing: Void = store.close()
      try await Task.sleep(for: .milliseconds(100))
      try await holder.release()
      await closing
      #expect(await calls.allSatisfy { $0.isApplied })
    }

    @Test(
      "an account that a caller's own transaction is about to make keeps nobody else waiting",
      .timeLimit(.minutes(10)))
    func inTheMaking() async throws {
      let session = LibPQSession(database.options.connectionString)
      try await session.begin()
      _ = try await store.submit(Self.credit("new", "of the caller's"), in: session)
      async let calls = callAll("second", and: "new")
      try await Task.sleep(for: .seconds(4))
      try await session.commit()
      let all = await calls
      #expect(all.allSatisfy { $0.isApplied })
      let waits = all.filter { $0.number < 20 }.map(\.waited).sorted()
      // Halves are tried apart until it is alone.
      #expect(waits[10] < 4_000_000)
      await store.close()
    }

    @Test("calls take their place in the line for a busy account", .timeLimit(.minutes(10)))
    func inLine() async throws {
      let (database, store) = (database, store)
      try await withThrowingTaskGroup(of: Void.self) { group in
        // The row is never free: whoever ends, the next has waited for it.
        for _ in 0..<6 {
          group.addTask {
            while !Task.isCancelled {
              try await database.rows(
                """
                BEGIN;
                UPDATE holdfast.stream SET version = version + 1 WHERE account_id =
                  (SELECT account_id FROM holdfast.account WHERE name = 'account-7');
                SELECT pg_sleep(0.25);
                COMMIT
                """)
            }
          }
        }
        try await Task.sleep(for: .seconds(2))
        let call = await CrashCall(
          .command(Self.credit("account-7", "second")), caller: 0, number: 7, to: store)
        print("crash · in a line of six, a call waits \(call.waited / 1000) ms")
        #expect(call.isApplied)
        group.cancelAll()
        try await group.waitForAll()
      }
      await store.close()
    }
  }
}
