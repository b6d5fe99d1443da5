internal import Foundation

/// A PgBouncer in transaction mode in front of a test server: each transaction may get another server
/// connection. It has few of them, so that callers change places all the time.
public final class ThrowAwayPooler: Sendable {
  /// What libpq takes to connect through it.
  public let connectionString: String
  private let process: ChildProcess
  private let folder: String
  private let server: ThrowAwayPostgres

  /// Starts it before a database of a server of ours.
  ///
  /// - Parameter connections: How many it opens to the server.
  public init(
    before server: ThrowAwayPostgres, database: String, connections: Int = 4
  ) throws(ThrowAwayPostgresError) {
    self.server = server
    let cluster = try server.ours()
    let user = try ServerUser()
    folder = "\(cluster.folder)/pooler-\(UInt32.random(in: .min ... .max))"
    let port = Int.random(in: 15_000..<32_000)
    let settings = """
      [databases]
      \(database) = host=\(cluster.folder) port=\(cluster.port) dbname=\(database) \
      user=\(ServerCluster.role)

      [pgbouncer]
      listen_addr =
      listen_port = \(port)
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = transaction
      default_pool_size = \(connections)
      max_client_conn = 500
      server_round_robin = 1
      logfile = \(folder)/log
      pidfile =

      """
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try Data(settings.utf8).write(to: URL(fileURLWithPath: "\(folder)/settings"))
    } catch {
      throw .failed("writing the pooler's settings", output: "\(error)")
    }
    try user.own(folder)
    process = try ChildProcess(
      user.command([try ThrowAwayPooler.program(), "\(folder)/settings"]),
      output: "\(cluster.folder)/pooler.log")
    connectionString =
      "host=\(folder) port=\(port) user=\(ServerCluster.role) dbname=\(database)"
    let socket = "\(folder)/.s.PGSQL.\(port)"
    for _ in 0..<1000 where !FileManager.default.fileExists(atPath: socket) {
      guard process.isRunning else { break }
      Thread.sleep(forTimeInterval: 0.01)
    }
    guard FileManager.default.fileExists(atPath: socket) else {
      let log = try? String(contentsOfFile: "\(cluster.folder)/pooler.log", encoding: .utf8)
      throw .failed("starting pgbouncer", output: log ?? "")
    }
  }

  deinit {
    process.send(signal: 9)
    _ = process.wait(seconds: 5)
  }

  private static func program() throws(ThrowAwayPostgresError) -> String {
    for folder in ["/usr/sbin", "/usr/bin", "/usr/local/bin"] {
      let path = "\(folder)/pgbouncer"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw .failed("looking for pgbouncer", output: "install the Debian package pgbouncer")
  }
}
