import HoldfastTesting

/// A server on this machine made to seem further away: each byte takes longer, each way.
struct DistantServer {
  private let proxy: FaultProxy
  /// libpq's connection string of the way there.
  let connectionString: String

  init(_ connection: BenchConnection, delay: Duration) throws {
    let folders = try connection.value("SHOW unix_socket_directories")
    guard let folder = folders.split(separator: ",").first else {
      throw DatabaseFailure(sqlState: "08001", message: "the server has no unix socket")
    }
    let socket = "\(folder)/.s.PGSQL.\(try connection.value("SHOW port"))"
    proxy = try FaultProxy(to: .unixSocket(path: socket))
    proxy.delay(toServer: delay, toClient: delay)
    let user = try connection.value("SELECT current_user")
    let database = try connection.value("SELECT current_database()")
    connectionString =
      "host=127.0.0.1 port=\(proxy.port) user=\(user) dbname=\(database) sslmode=disable"
  }
}
