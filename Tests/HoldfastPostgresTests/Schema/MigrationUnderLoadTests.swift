import Holdfast
import HoldfastPostgres
import Testing

/// A release works on its own version of the schema and on the next.
@Suite struct MigrationUnderLoadTests {
  /// What a next release might bring.
  private static let next = Migration(
    number: SchemaVersion.present + 1, name: "next",
    script: SQLScript(
      """
      ALTER TABLE :"schema".stream ADD COLUMN note text;
      ALTER TABLE :"schema".journal ADD COLUMN note text;
      CREATE TABLE :"schema".note (slot smallint NOT NULL, CONSTRAINT note_by_slot PRIMARY KEY (slot));

      """))

  @Test(
    "the next version is migrated to under load, and stores of before and after work side by side",
    .timeLimit(.minutes(10)))
  func underLoad() async throws {
    let database = try await TestDatabase.migrated()
    let before = try await store(on: database)
    let after: PostgresStore
    let migrated = Task {
      try await database.migrate(migrations: Migration.all + [MigrationUnderLoadTests.next])
    }
    let first = Task { try await work(before, as: "old") }
    let report = try await migrated.value
    #expect(report.after == SchemaVersion.present + 1)
    after = try await store(on: database)
    let second = Task { try await work(after, as: "new") }
    try await first.value
    try await second.value
    try await work(before, as: "old again")
    let balance = try await after.balance(
      of: "credits", AccountAddress(tenant: "acme", account: "ada"), asOf: nil,
      expiringWithin: 0)
    #expect(balance.posted == 360)
    #expect(balance.held == 0)
    await before.close()
    await after.close()
  }

  @Test("a store refuses a schema that is two versions ahead")
  func tooNew() async throws {
    let database = try await TestDatabase.migrated()
    try await database.rows(
      """
      INSERT INTO holdfast.migration (number, name, checksum)
      VALUES (\(SchemaVersion.present + 1), 'a', repeat('0', 32)),
        (\(SchemaVersion.present + 2), 'b', repeat('0', 32))
      """)
    await #expect {
      try await self.store(on: database)
    } throws: { error in
      (error as? LedgerError)?.code == .schemaMismatch
    }
  }

  private func store(on database: TestDatabase) async throws -> PostgresStore {
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.lanes = 2
    configuration.readers = 1
    return try await PostgresStore(configuration)
  }

  /// Credits 10, holds 10 and settles 7, forty times.
  private func work(_ store: PostgresStore, as name: String) async throws {
    let ada = Ledger(store: store, tenant: "acme").account("ada")
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for index in 0..<40 {
        tasks.addTask {
          let key = IdempotencyKey("\(name) \(index)")
          try await ada["credits"].credit(10, key: key)
          let held = try await ada["credits"].reserve(10, key: key)
          try await ada.reservation(held.id).settle(7, key: key)
        }
      }
      try await tasks.waitForAll()
    }
  }
}
