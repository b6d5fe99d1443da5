import HoldfastPostgres
import Testing

@Suite("Roles")
struct RoleTests {
  private static let denied = "42501"

  /// What a database of its own has, with a ledger and one row in each table that matters.
  private struct World {
    let database: TestDatabase
    let owner: SQLName
    let application: SQLName
    let reader: SQLName
    let settings: MigrationSettings

    init() async throws {
      database = try await TestDatabase()
      owner = try await database.makeRole()
      application = try await database.makeRole()
      reader = try await database.makeRole()
      settings = MigrationSettings(
        owner: owner,
        grants: [RoleGrant(.application, to: application), RoleGrant(.reader, to: reader)])
      let report = try await database.migrate(settings)
      #expect(report.grants == settings.grants)
      try await database.rows(HealthyLedger.script)
    }
  }

  private static let tables = """
    SELECT format('%I.%I', 'holdfast', relname) FROM pg_class
    WHERE relnamespace = 'holdfast'::regnamespace AND relkind IN ('r', 'v') ORDER BY relname
    """

  @Test("everything belongs to the owner")
  func ownership() async throws {
    let world = try await World()
    let owners = try await world.database.rows(
      """
      SELECT DISTINCT relowner::regrole::text FROM pg_class
      WHERE relnamespace = 'holdfast'::regnamespace
      UNION SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'holdfast'
      """)
    #expect(owners == [[world.owner.string]])
  }

  @Test("the application does its work and nothing else")
  func application() async throws {
    let world = try await World()
    let role = world.application.quoted
    for work in HealthyLedger.work {
      #expect(try await world.database.refusal(work, as: role) == nil, "\(work)")
    }
    let forbidden = [
      "UPDATE holdfast.journal SET description = NULL", "DELETE FROM holdfast.journal",
      "TRUNCATE holdfast.journal", "UPDATE holdfast.journal SET metadata = NULL WHERE false",
      "SELECT FROM holdfast.journal FOR UPDATE",
      "DELETE FROM holdfast.stream", "DELETE FROM holdfast.lot", "DELETE FROM holdfast.account",
      "DELETE FROM holdfast.usage_record", "DELETE FROM holdfast.repayment",
      "DELETE FROM holdfast.group_key",
      "UPDATE holdfast.account SET name = 'x'", "INSERT INTO holdfast.erasure VALUES (0)",
      "UPDATE holdfast.group_key SET fingerprint = group_id",
      "UPDATE holdfast.installation SET slots = 9", "DELETE FROM holdfast.slot",
      "DELETE FROM holdfast.archived_key", "DELETE FROM holdfast.checkpoint",
      "UPDATE holdfast.archived_key SET body = ''", "DELETE FROM holdfast.archive_file",
      "UPDATE holdfast.checkpoint SET posted = 1",
      "INSERT INTO holdfast.slot VALUES (63)", "DELETE FROM holdfast.migration",
      "INSERT INTO holdfast.migration VALUES (9, 'x', repeat('0', 32))",
      "CREATE TABLE holdfast.mine (x int)", "DROP TABLE holdfast.journal",
      "ALTER TABLE holdfast.journal ADD COLUMN x int", "DROP SCHEMA holdfast CASCADE",
    ]
    for statement in forbidden {
      #expect(
        try await world.database.refusal(statement, as: role) == Self.denied, "\(statement)")
    }
  }

  @Test("both roles can read every table and view")
  func reading() async throws {
    let world = try await World()
    let tables = try await world.database.rows(Self.tables).compactMap { $0[0] }
    #expect(tables.count == 26)
    for role in [world.application, world.reader] {
      for table in tables {
        #expect(
          try await world.database.refusal("SELECT * FROM \(table)", as: role.quoted) == nil,
          "\(table)")
      }
    }
  }

  @Test("a reader writes nothing")
  func reader() async throws {
    let world = try await World()
    let granted = try await world.database.rows(
      """
      SELECT DISTINCT privilege_type FROM information_schema.role_table_grants
      WHERE table_schema = 'holdfast' AND grantee = '\(world.reader.string)'
      """)
    #expect(granted == [["SELECT"]])
    for work in HealthyLedger.work where !work.hasPrefix("SELECT") {
      #expect(
        try await world.database.refusal(work, as: world.reader.quoted) == Self.denied, "\(work)")
    }
  }

  @Test("others have no way in")
  func others() async throws {
    let world = try await World()
    let stranger = try await world.database.makeRole()
    for table in try await world.database.rows(Self.tables).compactMap({ $0[0] }) {
      #expect(
        try await world.database.refusal("SELECT FROM \(table)", as: stranger.quoted)
          == Self.denied)
    }
  }

  @Test("the next migration takes back what was granted beside it, and grants what was taken")
  func reapplied() async throws {
    let world = try await World()
    let role = world.application.quoted
    try await world.database.rows(
      "GRANT UPDATE, DELETE ON holdfast.journal TO \(role); REVOKE SELECT ON holdfast.lot FROM \(role)"
    )
    _ = try await world.database.migrate(world.settings)
    #expect(
      try await world.database.refusal("DELETE FROM holdfast.journal", as: role) == Self.denied)
    #expect(try await world.database.refusal("SELECT FROM holdfast.lot", as: role) == nil)
  }

  @Test("a role that is missing, two things at once or as good as the owner is refused first")
  func unfitRoles() async throws {
    let database = try await TestDatabase()
    let missing = try #require(SQLName("nobody here"))
    let role = try await database.makeRole()
    let owner = try await database.makeRole()
    try await database.rows("GRANT \(owner.quoted) TO \(role.quoted)")
    let user = try await database.rows("SELECT current_user")
    let superuser = try #require(user.first?.first?.flatMap { SQLName($0) })
    let cases: [(MigrationSettings, MigrationError)] = [
      (MigrationSettings(owner: missing), .roleNotFound(missing)),
      (MigrationSettings(grants: [RoleGrant(.reader, to: missing)]), .roleNotFound(missing)),
      (
        MigrationSettings(grants: [RoleGrant(.application, to: role), RoleGrant(.reader, to: role)]
        ),
        .rolesNotApart(role)
      ),
      (
        MigrationSettings(owner: owner, grants: [RoleGrant(.application, to: role)]),
        .roleIsOwner(role)
      ),
      (
        MigrationSettings(owner: owner, grants: [RoleGrant(.application, to: owner)]),
        .roleIsOwner(owner)
      ),
      (MigrationSettings(grants: [RoleGrant(.reader, to: superuser)]), .roleIsOwner(superuser)),
    ]
    for (settings, expected) in cases {
      await #expect(throws: expected) { try await database.migrate(settings) }
      await #expect(throws: expected) {
        try await Migrator(settings).run(on: database.options, isDryRun: true)
      }
    }
    #expect(
      try await database.rows("SELECT FROM pg_namespace WHERE nspname = 'holdfast'").isEmpty)
  }

  @Test("who does not own the ledger cannot migrate it")
  func otherOwner() async throws {
    let world = try await World()
    let stranger = try await world.database.makeRole()
    await #expect(throws: MigrationError.notOwner(.standard)) {
      try await world.database.migrate(MigrationSettings(owner: stranger))
    }
  }
}
