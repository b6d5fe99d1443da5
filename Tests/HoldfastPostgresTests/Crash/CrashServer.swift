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

  /// Runs what blocks, such as a restart.
  func act(_ body: @escaping @Sendable (ThrowAwayPostgres) throws -> Void) async throws {
    try await TestDatabase.onThread { [server] in try body(server) }
  }

  /// A proxy in front of its TCP port.
  func proxy() throws -> FaultProxy {
    try FaultProxy(to: .tcp(host: "127.0.0.1", port: UInt16(try server.port())))
  }

  /// A store that gives up after 2 s and waits for an answer at most 2 s, unless told otherwise.
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
    configuration.patienceSeconds = 2
    configuration.answerSeconds = 2
    configuration.observer = observer
    change(&configuration)
    return try await PostgresStore(configuration)
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
