/// How to reach the database, and in which way to talk to it.
package struct ConnectionOptions: Sendable {
  /// Whether statements are prepared once for each connection.
  package enum Statements: Hashable, Sendable {
    /// Planned and named on first use; what a direct connection wants.
    case prepared
    /// Sent with their text each time; for poolers that change the server connection between
    /// transactions.
    case unnamed
  }

  /// A libpq connection string or URI. Everything libpq knows may be in it: several hosts with
  /// `target_session_attrs`, unix sockets, `service`, `passfile`, TLS; what is left out comes from
  /// `PG*` variables.
  package var connectionString: String
  /// The schema that holds the ledger's tables.
  package var schema: String
  package var statements: Statements
  /// What `pg_stat_activity` shows, unless the connection string or `PGAPPNAME` says otherwise.
  package var applicationName: String
  /// How long a round trip of a read may take, in microseconds.
  package var answerWithin: Int64 = 60_000_000

  package init(
    _ connectionString: String, schema: String = "holdfast", statements: Statements = .prepared,
    applicationName: String = "holdfast"
  ) {
    self.connectionString = connectionString
    self.schema = schema
    self.statements = statements
    self.applicationName = applicationName
  }
}

/// Without the connection string, which may hold a password.
extension ConnectionOptions: CustomStringConvertible, CustomReflectable {
  package var description: String {
    "schema \(schema), \(statements) statements, application \(applicationName)"
  }

  package var customMirror: Mirror {
    Mirror(
      self, children: ["schema": schema, "statements": statements, "application": applicationName])
  }
}
