/// What a migration did, or would do.
package struct MigrationReport: Hashable, Sendable {
  package let schema: SchemaName
  /// The versions of the schema; 0 where there was none. Equal when nothing had to be done.
  package internal(set) var before: Int32
  package internal(set) var after: Int32
  package internal(set) var slots: Int16
  /// In the order in which they ran.
  package internal(set) var migrations: [Migration] = []
  package internal(set) var grants: [RoleGrant] = []

  /// Everything that is run, as it is sent.
  package var statements: [String] {
    migrations.map { $0.script.filled(schema: schema) } + grants.map { $0.statements(in: schema) }
  }
}
