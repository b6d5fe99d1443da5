/// What the database says of the schema and of roles.
extension MigrationSession {
  /// Reads what was applied. Sees what others committed before it runs.
  func history() throws(MigrationError) -> MigrationHistory {
    let schema = settings.schema
    let found = try rows(Self.findSchema, .text(schema.string))
    guard found.bool(0, 1) else {
      return MigrationHistory(hasSchema: found.bool(0, 0), applied: [], slots: nil)
    }
    let entries = try rows(
      Query(
        "migrate.history",
        "SELECT number, name, checksum FROM \(schema.quoted).migration ORDER BY number"))
    let installation = try rows(
      Query("migrate.slots", "SELECT slots FROM \(schema.quoted).installation"))
    return MigrationHistory(
      hasSchema: true,
      applied: (0..<entries.rowCount).map {
        MigrationHistory.Entry(
          number: entries.int32($0, 0), name: entries.text($0, 1), checksum: entries.text($0, 2))
      },
      slots: installation.rowCount == 0 ? nil : installation.int16(0, 0))
  }

  /// Throws unless every role that is named exists and can be bound by what it is granted, and we may
  /// act as the owner.
  func checkRoles() throws(MigrationError) {
    if let owner = settings.owner {
      guard try rows(Self.findRole, .text(owner.string)).rowCount == 1 else {
        throw .roleNotFound(owner)
      }
    }
    let owner = try rows(
      Self.findOwner, .text(settings.schema.string), .text(settings.owner?.string))
    guard owner.bool(0, 1) else { throw .notOwner(settings.schema) }
    var seen: Set<SQLName> = []
    for grant in settings.grants {
      guard seen.insert(grant.role).inserted else { throw .rolesNotApart(grant.role) }
      let role = try rows(Self.findGrantee, .text(grant.role.string), .text(owner.text(0, 0)))
      guard role.rowCount == 1 else { throw .roleNotFound(grant.role) }
      guard !role.bool(0, 0) else { throw .roleIsOwner(grant.role) }
    }
  }

  private static let findSchema = Query(
    "migrate.find-schema",
    """
    SELECT
      EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1),
      EXISTS (
        SELECT FROM pg_catalog.pg_class AS class
        JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = class.relnamespace
        WHERE namespace.nspname = $1 AND class.relname = 'migration'
      )
    """, parameterTypes: [.text])

  private static let findRole = Query(
    "migrate.find-role", "SELECT FROM pg_catalog.pg_roles WHERE rolname = $1",
    parameterTypes: [.text])

  /// The name of the role that owns the ledger, or will, and whether the one we act as may do what it
  /// may.
  private static let findOwner = Query(
    "migrate.find-owner",
    """
    SELECT rolname::text, pg_catalog.pg_has_role(coalesce($2::name, current_user), oid, 'USAGE')
    FROM pg_catalog.pg_roles
    WHERE rolname = coalesce(
      (
        SELECT pg_catalog.pg_get_userbyid(class.relowner)
        FROM pg_catalog.pg_class AS class
        JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = class.relnamespace
        WHERE namespace.nspname = $1 AND class.relname = 'migration'
      ),
      $2::name, current_user)
    """, parameterTypes: [.text, .text])

  private static let findGrantee = Query(
    "migrate.find-grantee",
    """
    SELECT pg_catalog.pg_has_role(rolname, $2::name, 'MEMBER')
    FROM pg_catalog.pg_roles WHERE rolname = $1
    """, parameterTypes: [.text, .text])
}
