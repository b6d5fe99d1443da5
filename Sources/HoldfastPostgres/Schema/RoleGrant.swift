/// What a role of the database may do with the tables of a ledger.
package struct RoleGrant: Hashable, Sendable {
  package enum Purpose: String, Hashable, Sendable, CaseIterable {
    /// Runs the service; cannot change or remove a journal row.
    case application
    /// Reads.
    case reader

    var script: SQLScript {
      switch self {
      case .application: SQLScript(embedded: PackageResources.application_sql)
      case .reader: SQLScript(embedded: PackageResources.reader_sql)
      }
    }
  }

  package let purpose: Purpose
  package let role: SQLName

  package init(_ purpose: Purpose, to role: SQLName) {
    self.purpose = purpose
    self.role = role
  }

  /// The statements that grant it, in the schema.
  package func statements(in schema: SchemaName) -> String {
    purpose.script.filled(schema: schema, role: role)
  }
}
