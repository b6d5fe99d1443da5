import HoldfastPostgres
import Testing

extension TestDatabase {
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
