import Holdfast
import HoldfastPostgres

/// What the page on the PostgreSQL store shows.
enum PostgreSQLSnippets {
  /// Only compiled: the server that it names is nowhere.
  static func start() async throws -> Ledger {
    // snippet: postgres start
    let store = try await PostgresStore(PostgresConfiguration("postgres://app@db/credits"))
    let ledger = Ledger(store: store, tenant: "acme/production")
    // end
    return ledger
  }
}
