import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("One call spoils a batch", .serialized)
  struct PoisonTests {
    static func credit(_ account: String, _ key: String) -> Command {
      Command(
        tenant: "crash/poison", account: AccountName(account), key: IdempotencyKey(key),
        action: .credit(Credit(unit: CrashScript.unit, amount: 1)))
    }

    private func with(
      _ body: (PostgresStore, TestDatabase) async throws -> Void
    ) async throws {
      let database = try await TestDatabase.migrated()
      var configuration = PostgresConfiguration(database.options.connectionString)
      configuration.lanes = 1
      configuration.readers = 1
      let store = try await PostgresStore(configuration)
      try await body(store, database)
      await store.close()
    }

    @Test("a row that the server refuses fails its own call only")
    func refused() async throws {
      try await with { store, database in
        try await database.rows(
          "ALTER TABLE holdfast.journal ADD CONSTRAINT no_poison CHECK (key <> 'poison')")
        let commands = (0..<300).map { number in
          Self.credit("account-\(number % 40)", number == 177 ? "poison" : "key-\(number)")
        }
        let results = try await store.submit(commands)
        for (number, result) in results.enumerated() {
          guard number == 177 else {
            #expect(try !result.get().duplicate)
            continue
          }
          guard case .failure(let error) = result else {
            Issue.record("the constraint refuses it")
            continue
          }
          #expect(error.code == .unavailable)
          #expect(error.detail == "sqlstate_23514")
        }
        try await database.rows("ALTER TABLE holdfast.journal DROP CONSTRAINT no_poison")
        #expect(try await !store.submit(commands[177]).duplicate)
      }
    }

    @Test("a stored row that cannot be read fails the calls of its account only")
    func corrupt() async throws {
      try await with { store, database in
        let accounts = (0..<40).map { "account-\($0)" }
        for result in try await store.submit(accounts.map { Self.credit($0, "first") }) {
          _ = try result.get()
        }
        try await database.rows(
          """
          UPDATE holdfast.stream SET state = '\\xffffff' WHERE account_id =
            (SELECT account_id FROM holdfast.account WHERE name = 'account-5')
          """)
        let results = try await store.submit(accounts.map { Self.credit($0, "second") })
        for (number, result) in results.enumerated() {
          if number == 5, case .failure(let error) = result {
            #expect(error.code == .schemaMismatch)
            #expect(error.detail == "corrupt_row")
          } else {
            #expect(try !result.get().duplicate)
          }
        }
      }
    }
  }
}
