import Holdfast
import HoldfastPostgres
import Testing

@Suite("Installation")
struct InstallationTests {
  @Test("what was decided when the schema was made is read back")
  func readBack() async throws {
    let database = try await TestDatabase()
    let key = HashKey(first: 0xffff_ffff_ffff_fffe, second: 3)
    _ = try await database.migrate(MigrationSettings(slots: 5, hashKey: key))
    let found = try await database.with {
      try Installation.read(.standard, on: $0, deadline: .after(seconds: 10))
    }
    let installation = try Installation.usable(found)
    #expect(installation.slots == 5)
    #expect(installation.hashKey == key)
    #expect(installation.version == SchemaVersion.present)
  }

  @Test("a database without a ledger is a schema mismatch that names both versions")
  func nothingThere() async throws {
    let database = try await TestDatabase()
    let found = try await database.with {
      try Installation.read(.standard, on: $0, deadline: .after(seconds: 10))
    }
    #expect(found == nil)
    let error = #expect(throws: LedgerError.self) { try Installation.usable(found) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("version 0") == true)
    #expect(error?.message.contains("works on \(SchemaVersion.present) and") == true)
  }

  @Test("a release works on its own version of the schema and on the next")
  func usableVersions() throws {
    let present = SchemaVersion.present
    try SchemaVersion.check(present)
    try SchemaVersion.check(present + 1)
    for version in [present - 1, present + 2, .max] {
      let error = #expect(throws: LedgerError.self) { try SchemaVersion.check(version) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains("version \(version) ") == true)
      #expect(error?.message.contains("\(present) and \(present + 1)") == true)
    }
  }

  @Test("the last migration leads to the present version")
  func migrationsLeadToPresent() {
    #expect(Migration.all.last?.number == SchemaVersion.present)
  }
}
