import HoldfastPostgres
import Testing

extension TestDatabase {
  /// With a ledger whose commits do not wait for the disk: where nobody pulls the plug, that is not
  /// what is tried.
  static func hasty(slots: Int16) async throws -> TestDatabase {
    let database = try await TestDatabase()
    _ = try await database.migrate(MigrationSettings(slots: slots))
    try await database.rows("ALTER DATABASE \"\(database.name)\" SET synchronous_commit = off")
    return database
  }

  /// Every audit query answers with no row.
  func expectAuditsEmpty(
    _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for audit in AuditQuery.all {
      let rows = try await rows(audit.script.filled(schema: .standard))
      #expect(rows == [], "\(audit.name) \(comment())", sourceLocation: sourceLocation)
    }
  }
}
