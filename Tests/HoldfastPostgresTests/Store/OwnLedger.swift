import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// A migrated database of a test's own, with a store on a simulated clock.
struct OwnLedger: Sendable {
  let database: TestDatabase
  let clock = SimulatedClock()
  let events = EventLog()
  let store: PostgresStore
  let ada = AccountAddress(tenant: "acme", account: "ada")

  init(on server: ThrowAwayPostgres? = nil) async throws {
    database = try await TestDatabase(on: server.map { server in { @Sendable in server } })
    _ = try await database.migrate(MigrationSettings(slots: 3))
    store = try await OwnLedger.store(on: database, clock, events)
  }

  static func store(
    on database: TestDatabase, _ clock: SimulatedClock, _ events: EventLog
  ) async throws -> PostgresStore {
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.lanes = 2
    configuration.readers = 1
    configuration.clock = clock.storeClock
    configuration.observer = events
    configuration.patienceSeconds = 1
    return try await PostgresStore(configuration)
  }

  @discardableResult
  func submit(
    _ action: Command.Action, _ key: IdempotencyKey, account: AccountName = "ada",
    tenant: TenantName = "acme"
  ) async throws -> CommandResult {
    try await store.submit(
      Command(tenant: tenant, account: account, key: key, action: action))
  }

  func instant(after seconds: Int64) -> Instant {
    clock.now.advanced(byMicroseconds: seconds * 1_000_000)
  }

  /// The reservations and lots that stand in the tables as due by now.
  func dueRows() async throws -> Int {
    let now = clock.now.microseconds
    let rows = try await database.rows(
      """
      SELECT
        (SELECT count(*) FROM holdfast.hold
          WHERE lapses_at <= 'epoch'::timestamptz + \(now) * interval '1 microsecond')
        + (SELECT count(*) FROM holdfast.lot
          WHERE due_at <= 'epoch'::timestamptz + \(now) * interval '1 microsecond')
      """)
    return Int((rows[0][0]) ?? "") ?? -1
  }

  /// Returns once a transaction waits for another one's lock.
  func whenSomebodyWaitsForALock() async throws {
    let waiting = """
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
      """
    while try await database.rows(waiting).isEmpty { await Task.yield() }
  }

  /// The audits that find something.
  func findings() async throws -> [String] {
    var found: [String] = []
    for audit in AuditQuery.all {
      let rows = try await database.rows(audit.script.filled(schema: .standard))
      if !rows.isEmpty { found.append(audit.name) }
    }
    return found
  }
}
