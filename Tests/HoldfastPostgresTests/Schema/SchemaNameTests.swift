import HoldfastPostgres
import Testing

@Suite("Names in SQL")
struct SchemaNameTests {
  @Test(
    "a schema may have any name that the server takes, and stays the only thing that is made",
    arguments: [
      #"a"; DROP SCHEMA public CASCADE; --"#, "Mixed Case", "naïve 😀", "'; SELECT 1; --",
      #":"schema""#, #":"role""#, "select", "$1", "a.b", #"\"#, "per%cent",
    ])
  func hostileNames(text: String) async throws {
    let database = try await TestDatabase()
    let schemas = """
      SELECT nspname FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' ORDER BY nspname COLLATE "C"
      """
    let schema = try #require(SchemaName(text))
    let role = try await database.makeRole()
    let settings = MigrationSettings(
      schema: schema, grants: [RoleGrant(.application, to: role)])
    _ = try await database.migrate(settings)
    #expect(try await database.migrate(settings).migrations.isEmpty)
    #expect(
      Set(try await database.rows(schemas).map { $0[0] }) == [text, "public"])
    let installation = try await database.with {
      try Installation.read(schema, on: $0, deadline: .after(seconds: 10))
    }
    #expect(installation?.version == SchemaVersion.present)
  }

  @Test(
    "a name that the server would cut, refuse or keep for itself is refused",
    arguments: [
      "", String(repeating: "a", count: 64), String(repeating: "é", count: 32), "a\u{0}b", "a\nb",
      "\u{7f}", "\u{85}", "pg_temp", "pg_", "information_schema",
    ])
  func refusedNames(text: String) {
    #expect(SchemaName(text) == nil)
  }

  @Test("the longest name has 63 bytes")
  func longestName() {
    #expect(SchemaName(String(repeating: "a", count: 63)) != nil)
    #expect(SQLName(String(repeating: "é", count: 31) + "a") != nil)
  }

  @Test("a role may have any name that the server takes")
  func hostileRole() async throws {
    let database = try await TestDatabase()
    let role = try #require(SQLName(#"r"; DROP SCHEMA holdfast CASCADE; -- :"schema""#))
    try await database.rows("DROP ROLE IF EXISTS \(role.quoted); CREATE ROLE \(role.quoted)")
    _ = try await database.migrate(
      MigrationSettings(owner: nil, grants: [RoleGrant(.reader, to: role)]))
    #expect(
      try await database.rows("SELECT count(*) FROM holdfast.slot", as: role.quoted) == [["8"]])
    try await database.rows("DROP OWNED BY \(role.quoted); DROP ROLE \(role.quoted)")
  }
}
