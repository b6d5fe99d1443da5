import Holdfast
import HoldfastPostgres
import Testing

@Suite struct PostgreSQLSnippets {
  private func open() async throws -> Ledger {
    // snippet: open a PostgreSQL store
    let store = try await PostgresStore(PostgresConfiguration("postgres://app@db/credits"))
    let ledger = Ledger(store: store, tenant: "acme/production")
    // end
    return ledger
  }

  private func sweep(_ store: PostgresStore) async {
    // snippet: sweep
    let sweeper = PostgresSweeper(store)
    async let sweeping: Void = sweeper.run()
    // end
    await sweeping
  }

  @Test func `a store that cannot be reached says so within its patience`() async throws {
    var configuration = PostgresConfiguration("host=127.0.0.1 port=1 user=app dbname=credits")
    configuration.patienceSeconds = 1
    await #expect {
      try await PostgresStore(configuration)
    } throws: { error in
      (error as? LedgerError)?.code == .unavailable
    }
  }

  @Test func `settings out of their range are named`() async throws {
    var configuration = PostgresConfiguration("host=127.0.0.1")
    configuration.lanes = 0
    await #expect {
      try await PostgresStore(configuration)
    } throws: { error in
      (error as? LedgerError)?.figures.field == "lanes"
    }
  }
}
