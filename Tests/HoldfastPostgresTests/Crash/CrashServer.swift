import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization

/// A server of a test's own with a ledger on it, to be killed, stopped and filled up.
struct CrashServer: Sendable {
  let server: ThrowAwayPostgres
  /// Over the unix socket, as superuser.
  let database: TestDatabase

  static func start(_ settings: [String: String] = [:]) async throws -> CrashServer {
    let (server, database) = try await TestDatabase.onThread {
      let server = try ThrowAwayPostgres(settings: settings)
      let name = try server.createDatabase(for: "crash")
      let options = ConnectionOptions(
        server.connectionString(database: name), statements: .unnamed)
      return (server, TestDatabase(name: name, options: options))
    }
    _ = try await database.migrate(MigrationSettings(slots: 5))
    return CrashServer(server: server, database: database)
  }

  /// One for tests after which it is as before, with a role of the service's own that TCP asks for
  /// its password.
  static let shared = Task {
    let crash = try await CrashServer.start()
    try await crash.operate("CREATE ROLE service LOGIN PASSWORD 'right'")
    try await crash.database.rows(
      """
      GRANT USAGE ON SCHEMA holdfast TO service;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA holdfast TO service
      """)
    return crash
  }

  /// Runs what blocks, such as a restart.
  func act(_ body: @escaping @Sendable (ThrowAwayPostgres) throws -> Void) async throws {
    try await TestDatabase.onThread { [server] in try body(server) }
  }

  /// Runs what an operator does, in a session of another database, so that the ledger's can be ended.
  func operate(_ scripts: String...) async throws {
    try await TestDatabase.onThread { [server] in
      let session = try PostgresConnection(
        ConnectionOptions(server.connectionString()), deadline: .after(seconds: 60))
      for script in scripts { try session.runScript(script, deadline: .after(seconds: 60)) }
    }
  }

  /// Ends every session but the operator's own.
  static let terminateAll = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname <> current_database() AND backend_type = 'client backend'
    """

  /// A proxy in front of its TCP port.
  func proxy() throws -> FaultProxy {
    try FaultProxy(to: .tcp(host: "127.0.0.1", port: UInt16(try server.port())))
  }

  /// A store that gives up after 1 s and waits for an answer at most 1 s, unless told otherwise.
  func store(
    by proxy: FaultProxy? = nil, seen observer: CrashObserver? = nil,
    change: (inout PostgresConfiguration) -> Void = { _ in }
  ) async throws -> PostgresStore {
    var connection = server.connectionString(database: database.name)
    if let proxy {
      connection =
        try server.tcpConnectionString(database: database.name)
        + " port=\(proxy.port) sslmode=disable gssencmode=disable"
    }
    var configuration = PostgresConfiguration(connection)
    configuration.lanes = 2
    configuration.readers = 1
    configuration.patienceSeconds = 1
    configuration.answerSeconds = 1
    // As a large batch, the small ones here send rows ahead.
    configuration.rowsWorthAStatement = 3
    configuration.observer = observer
    change(&configuration)
    return try await PostgresStore(configuration)
  }
}

extension CrashServer {
  /// Lets callers work on two stores while `fault` breaks something, and looks at the ledger after.
  func figures(
    _ name: String, by proxy: FaultProxy? = nil, tenant: TenantName,
    change: (inout PostgresConfiguration) -> Void = { _ in },
    during fault: () async throws -> Void
  ) async throws -> (callers: CrashFigures, stores: CrashObserver.Counts) {
    let observer = CrashObserver()
    let stores = [
      try await store(by: proxy, seen: observer, change: change),
      try await store(by: proxy, seen: observer, change: change),
    ]
    let script = CrashScript(tenant: tenant)
    let calls = try await CrashWorkload(script: script, stores: stores).run(during: fault)
    let figures = try await CrashAudit(
      script: script, stores: stores, reader: stores[0], database: database
    ).check(calls)
    figures.tell(name)
    for store in stores { await store.close() }
    return (figures, observer.counts)
  }
}

/// Counts what stores tell of their transactions.
final class CrashObserver: LedgerObserver {
  struct Counts: Sendable {
    var batches = 0
    var retries = 0
    /// Transactions that ended with nobody knowing whether they were committed.
    var unknown = 0
  }

  private let counted = Mutex(Counts())

  var counts: Counts { counted.withLock { $0 } }

  func observe(_ event: LedgerEvent) {
    guard case .batch(let figures) = event else { return }
    counted.withLock { counts in
      counts.batches += 1
      counts.retries += figures.retries
      if figures.outcome == .unknown { counts.unknown += 1 }
    }
  }
}
