internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A PostgreSQL server for tests and measurements, with its own data, sockets and port, that vanishes with them.
///
/// It listens on a unix socket, where everyone who may enter its folder is trusted, and on 127.0.0.1
/// with a password. It flushes to the disk as a real one does, unless its settings say otherwise.
/// Everything here blocks the calling thread until it is done.
public final class ThrowAwayPostgres: Sendable {
  /// How a server is asked to stop.
  package enum Stop: Sendable {
    /// Sessions are ended, the data is left clean.
    case fast
    /// As after a crash, though by the server itself: the next start recovers.
    case immediate
  }

  /// The variable that names an existing server for `shared`.
  public static let environmentName = "HOLDFAST_TEST_POSTGRES_URL"

  private enum Origin: Sendable {
    case cluster(ServerCluster)
    case existing(url: String)
  }

  private let origin: Origin
  let settings: [String: String]
  let server = Mutex<ChildProcess?>(nil)
  private static let databasesMade = Atomic<Int>(0)

  /// Starts a server of its own. `settings` are those of `postgresql.conf`.
  public init(settings: [String: String] = [:]) throws(ThrowAwayPostgresError) {
    self.settings = settings
    // Someone else may have the port. Then the start fails, and another cluster has another one.
    var attempt = 1
    while true {
      let cluster = try ServerCluster()
      do throws(ThrowAwayPostgresError) {
        let process = try Self.startServer(of: cluster, settings)
        origin = .cluster(cluster)
        server.withLock { $0 = process }
        return
      } catch {
        attempt += 1
        if attempt > 3 { throw error }
      }
    }
  }

  private init(existing url: String) {
    settings = [:]
    origin = .existing(url: url)
  }

  /// One server for all tests of this process, started by the first that asks.
  ///
  /// With `HOLDFAST_TEST_POSTGRES_URL`, a libpq URI or connection string of a superuser, it is that
  /// one; what would stop it then throws `notOurs`.
  package static func shared() throws(ThrowAwayPostgresError) -> ThrowAwayPostgres {
    try started.get()
  }

  private static let started = Result { () throws(ThrowAwayPostgresError) in
    if let url = ProcessInfo.processInfo.environment[environmentName], !url.isEmpty {
      return ThrowAwayPostgres(existing: url)
    }
    // Tests run side by side, each with stores of its own.
    return try ThrowAwayPostgres(settings: ["max_connections": "400"])
  }

  deinit {
    // Whatever still runs after this, the cluster kills before it removes the files.
    try? stop(.immediate)
  }

  /// What libpq takes to connect to a database over the unix socket as superuser.
  public func connectionString(database: String = "postgres") -> String {
    switch origin {
    case .cluster(let cluster):
      "host=\(cluster.folder) port=\(cluster.port) user=\(ServerCluster.role) dbname=\(database)"
    case .existing(let url):
      url.naming(database: database)
    }
  }

  /// The same over TCP, with the password.
  package func tcpConnectionString(
    database: String = "postgres"
  ) throws(ThrowAwayPostgresError) -> String {
    let cluster = try ours()
    return "host=127.0.0.1 port=\(cluster.port) user=\(ServerCluster.role) "
      + "password=\(cluster.password) dbname=\(database)"
  }

  /// The TCP port on 127.0.0.1.
  package func port() throws(ThrowAwayPostgresError) -> Int { try ours().port }

  /// What the server wrote to its log so far.
  package func log() throws(ThrowAwayPostgresError) -> String {
    (try? String(contentsOfFile: ours().log, encoding: .utf8)) ?? ""
  }

  /// Makes an empty database with a name no other test has, and returns that name.
  package func createDatabase(for purpose: String) throws(ThrowAwayPostgresError) -> String {
    let number = Self.databasesMade.add(1, ordering: .relaxed).newValue
    let name = "holdfast_\(purpose)_\(getpid())_\(number)"
    try sql("CREATE DATABASE \"\(name)\"")
    return name
  }

  /// Removes a database, ending the sessions in it. Only needed on a server that stays.
  package func dropDatabase(_ name: String) throws(ThrowAwayPostgresError) {
    try sql("DROP DATABASE \"\(name)\" WITH (FORCE)")
  }

  /// Runs a statement by `psql`, outside a transaction, and returns its rows as text without heads.
  @discardableResult
  package func sql(
    _ text: String, database: String = "postgres"
  ) throws(ThrowAwayPostgresError) -> String {
    let arguments = [
      "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text,
      "-d", connectionString(database: database),
    ]
    if case .cluster(let cluster) = origin { return try cluster.run("psql", arguments) }
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("holdfast-\(UUID().uuidString)").path
    defer { unlink(output) }
    let psql = try ServerPrograms().path("psql")
    let status = try ChildProcess([psql] + arguments, output: output).wait(seconds: 120)
    let printed = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    guard status == 0 else { throw .failed("psql", output: printed) }
    return printed
  }

  func ours() throws(ThrowAwayPostgresError) -> ServerCluster {
    guard case .cluster(let cluster) = origin else { throw .notOurs }
    return cluster
  }
}

extension String {
  /// This connection string or URI with another database.
  fileprivate func naming(database: String) -> String {
    guard let scheme = range(of: "://") else { return self + " dbname=\(database)" }
    let rest = self[scheme.upperBound...]
    let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let query = rest.firstIndex(of: "?").map { rest[$0...] } ?? ""
    return "\(self[..<authorityEnd])/\(database)\(query)"
  }
}
