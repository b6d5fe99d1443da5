import Holdfast
import HoldfastPostgres
import Testing

@Suite("Migrator")
struct MigratorTests {
  @Test("an empty database is migrated to the present version")
  func emptyDatabase() async throws {
    let database = try await TestDatabase()
    let report = try await database.migrate()
    #expect(report.before == 0)
    #expect(report.after == SchemaVersion.present)
    #expect(report.migrations == Migration.all)
    #expect(report.slots == 8)
    let applied = try await database.rows("SELECT number, name, checksum FROM holdfast.migration")
    #expect(applied == Migration.all.map { [String($0.number), $0.name, $0.checksum] })
    let slots = try await database.rows("SELECT slot FROM holdfast.slot ORDER BY slot")
    #expect(slots == (0..<8).map { [String($0)] })
  }

  @Test("what is migrated already is left as it is")
  func twice() async throws {
    let database = try await TestDatabase.migrated()
    let content = """
      SELECT migration.xmin, installation.xmin, hash_key_first, hash_key_second, applied_at
      FROM holdfast.migration, holdfast.installation
      """
    let before = try await database.rows(content)
    let report = try await database.migrate()
    #expect(report.before == report.after)
    #expect(report.migrations.isEmpty)
    #expect(try await database.rows(content) == before)
  }

  @Test("of eight migrations at once one does it, and all of them succeed")
  func eightAtOnce() async throws {
    let database = try await TestDatabase()
    let reports = try await withThrowingTaskGroup(of: MigrationReport.self) { group in
      for _ in 0..<8 { group.addTask { try await database.migrate() } }
      return try await group.reduce(into: [MigrationReport]()) { $0.append($1) }
    }
    #expect(reports.count == 8)
    #expect(reports.map(\.migrations.count).reduce(0, +) == Migration.all.count)
    #expect(reports.allSatisfy { $0.after == SchemaVersion.present })
    #expect(try await database.rows("SELECT count(*) FROM holdfast.installation") == [["1"]])
  }

  @Test("two installations have different keys")
  func randomKeys() async throws {
    let database = try await TestDatabase()
    for schema in ["first", "second"] {
      _ = try await database.migrate(MigrationSettings(schema: try #require(SchemaName(schema))))
    }
    let same = try await database.rows(
      """
      SELECT first.hash_key_first = second.hash_key_first
        OR first.hash_key_second = second.hash_key_second
        OR first.hash_key_first = first.hash_key_second
      FROM first.installation AS first, second.installation AS second
      """)
    #expect(same == [["f"]])
  }

  @Test("a migration that was changed after it was applied is refused")
  func changedChecksum() async throws {
    let database = try await TestDatabase.migrated()
    let original = try #require(Migration.all.first)
    let changed = Migration(
      number: 1, name: original.name, script: SQLScript(original.script.text + "\n"))
    await #expect(throws: MigrationError.changed(number: 1, name: "ledger")) {
      try await database.migrate(migrations: [changed] + Migration.all.dropFirst())
    }
  }

  @Test("the checksum of a released migration is what it was")
  func releasedChecksum() throws {
    // A released file is never changed; what it lacks, one with the next number brings.
    #expect(
      Migration.all.map(\.checksum) == [
        "2c43a865009b6f4d424a4e4fed8747d9", "6abd93e982242af1590f0e60fabc3674",
        "2b65abf100f41fbe8d9ecb1562e8085a", "d99a9884c3ba1cae2c3cbf7b997dc76d",
        "128cbc22d282e6a2fa6aa7cb577ff9fb",
      ])
  }

  @Test("a dry run writes nothing and tells what would run")
  func dryRun() async throws {
    let database = try await TestDatabase()
    let migrator = Migrator(MigrationSettings(slots: 3))
    let plan = try await migrator.run(on: database.options, isDryRun: true)
    #expect(plan.before == 0)
    #expect(plan.after == SchemaVersion.present)
    #expect(plan.slots == 3)
    #expect(plan.statements.count == Migration.all.count)
    #expect(plan.statements.first?.contains(#"CREATE TABLE "holdfast".journal"#) == true)
    #expect(
      try await database.rows("SELECT FROM pg_namespace WHERE nspname = 'holdfast'").isEmpty)
    _ = try await database.migrate()
    let later = try await Migrator(MigrationSettings()).run(on: database.options, isDryRun: true)
    #expect(later.statements.isEmpty)
    #expect(later.before == later.after)
  }

  @Test("a later migration goes on from where the schema is, and one that fails leaves no trace")
  func laterMigrations() async throws {
    let database = try await TestDatabase.migrated()
    let second = Migration(
      number: SchemaVersion.present + 1, name: "note",
      script: SQLScript(#"CREATE TABLE :"schema".note (text text NOT NULL);"#))
    let failing = Migration(
      number: SchemaVersion.present + 2, name: "failing",
      script: SQLScript(
        #"CREATE TABLE :"schema".half (text text); CREATE TABLE :"schema".note (text text);"#))
    let error = await #expect(throws: MigrationError.self) {
      try await database.migrate(migrations: Migration.all + [second, failing])
    }
    #expect(error?.description.contains("42P07") == true)
    #expect(
      try await database.rows("SELECT max(number) FROM holdfast.migration")
        == [["\(second.number)"]])
    #expect(try await database.rows("SELECT to_regclass('holdfast.half')") == [[nil]])
    let report = try await database.migrate(migrations: Migration.all + [second])
    #expect(report.before == second.number)
    #expect(report.migrations.isEmpty)
  }

  @Test("a schema one version ahead is left alone, one further ahead is a schema mismatch")
  func aheadOfThisRelease() async throws {
    let database = try await TestDatabase.migrated()
    let record = "INSERT INTO holdfast.migration (number, name, checksum) VALUES"
    let present = SchemaVersion.present
    try await database.rows("\(record) (\(present + 1), 'next', repeat('0', 32))")
    #expect(try await database.migrate().after == present + 1)
    try await database.rows("\(record) (\(present + 2), 'later', repeat('0', 32))")
    let error = await #expect(throws: MigrationError.self) { try await database.migrate() }
    guard case .schemaMismatch(let mismatch) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(mismatch.code == .schemaMismatch)
  }

  @Test("a history with a hole is refused")
  func incompleteHistory() async throws {
    let database = try await TestDatabase.migrated()
    try await database.rows(
      "UPDATE holdfast.migration SET number = \(SchemaVersion.present + 1) WHERE number = 1")
    await #expect(throws: MigrationError.incomplete(missing: 1)) {
      try await database.migrate()
    }
  }

  @Test("the number of slots is fixed when the schema is made")
  func slotsAreFixed() async throws {
    let database = try await TestDatabase()
    let report = try await database.migrate(MigrationSettings(slots: 64))
    #expect(report.slots == 64)
    #expect(try await database.rows("SELECT count(*) FROM holdfast.slot") == [["64"]])
    #expect(try await database.migrate().slots == 64)
    await #expect(throws: MigrationError.slotsFixed(installed: 64, asked: 8)) {
      try await database.migrate(MigrationSettings(slots: 8))
    }
  }

  @Test("a lock that is not to be had ends the migration after its last attempt")
  func lockTimeout() async throws {
    let database = try await TestDatabase.migrated()
    let holder = LockHolder(database)
    try await holder.lock("LOCK TABLE holdfast.migration IN ACCESS EXCLUSIVE MODE")
    let settings = MigrationSettings(lockTimeout: .milliseconds(20), attempts: 3)
    let error = await #expect(throws: MigrationError.self) { try await database.migrate(settings) }
    #expect(error?.description.contains("55P03") == true)
    try await holder.release()
    #expect(try await database.migrate(settings).after == SchemaVersion.present)
  }

  @Test("a lock that is let go between two attempts does not stop the migration")
  func lockRetried() async throws {
    let database = try await TestDatabase.migrated()
    let holder = LockHolder(database)
    try await holder.lock("LOCK TABLE holdfast.migration IN ACCESS EXCLUSIVE MODE")
    let settings = MigrationSettings(lockTimeout: .milliseconds(20), attempts: 1000)
    async let report = database.migrate(settings)
    // The second wait for the same lock is a second attempt.
    try await holder.awaitWaiters(2)
    try await holder.release()
    #expect(try await report.after == SchemaVersion.present)
  }

  @Test("nothing of a migration stays with its server connection")
  func sessionIsLeftAsItWas() async throws {
    let database = try await TestDatabase()
    let owner = try await database.makeRole()
    let (before, after) = try await database.with { connection in
      let settings = """
        SELECT current_user, current_setting('search_path'), current_setting('lock_timeout'),
          current_setting('statement_timeout'),
          (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
        """
      let read = { () throws -> [String] in
        let rows = try connection.runScript(settings, deadline: .after(seconds: 10))
        return (0..<5).map { rows[0].text(0, $0) }
      }
      let before = try read()
      _ = try Migrator(MigrationSettings(owner: owner)).run(on: connection)
      return (before, try read())
    }
    #expect(before == after)
    #expect(after.last == "0")
  }
}
