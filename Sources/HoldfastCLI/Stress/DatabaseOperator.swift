internal import HoldfastPostgres
internal import HoldfastTesting

/// Runs what an operator of the database runs, each time in a session of its own.
struct DatabaseOperator: Sendable {
  let connection: ConnectionText

  /// Runs a text of one or more statements; the fields of the last one's rows.
  @discardableResult
  func run(_ script: String) async throws(RaceFailure) -> [[String]] {
    let text = connection.text
    return try await blocking { () throws(RaceFailure) in
      do throws(PostgresError) {
        let session = try PostgresConnection(
          ConnectionOptions(text, statements: .unnamed, applicationName: "holdfast stress"),
          deadline: .after(seconds: 10))
        defer { session.close() }
        guard let rows = try session.runScript(script, deadline: .after(seconds: 60)).last else {
          return []
        }
        return (0..<rows.rowCount).map { row in
          (0..<rows.columnCount).map { rows.optionalText(row, $0) ?? "" }
        }
      } catch {
        throw RaceFailure(error)
      }
    }
  }

  /// Makes the schema of a ledger.
  func migrate(_ schema: SchemaName) async throws(RaceFailure) {
    let options = ConnectionOptions(
      connection.text, schema: schema.string, statements: .unnamed,
      applicationName: "holdfast stress")
    do throws(MigrationError) {
      _ = try await Migrator(MigrationSettings(schema: schema)).run(on: options, isDryRun: false)
    } catch {
      throw RaceFailure("\(error)", isUnreachable: ExitCode(error) == .storeUnreachable)
    }
  }

  /// What the server's clock shows, in microseconds since 1970.
  func clock() async throws(RaceFailure) -> Int64 {
    let rows = try await run("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
    return rows.first?.first.flatMap { Int64($0) } ?? 0
  }

  /// Where the server is for a proxy on this machine, as libpq found it.
  func address() async throws(RaceFailure) -> FaultProxy.Upstream {
    let text = connection.text
    return try await blocking { () throws(RaceFailure) in
      let peer: (host: String, port: String)
      do throws(PostgresError) {
        let session = try PostgresConnection(
          ConnectionOptions(text), deadline: .after(seconds: 10))
        peer = session.peer
        session.close()
      } catch {
        throw RaceFailure(error)
      }
      guard let port = UInt16(peer.port) else {
        throw RaceFailure("the server's address is not to be had", isUnreachable: true)
      }
      return peer.host.hasPrefix("/")
        ? .unixSocket(path: "\(peer.host)/.s.PGSQL.\(peer.port)")
        : .tcp(host: peer.host, port: port)
    }
  }
}

extension RaceFailure {
  init(_ error: PostgresError) {
    switch error.kind {
    case .cannotConnect(.invalidOptions):
      self.init("the connection string cannot be read", isUnreachable: false)
    case .cannotConnect, .connectionLost, .timedOut: self.init("\(error)", isUnreachable: true)
    case .refused: self.init("\(error)", isUnreachable: error.isRetryable)
    }
  }
}
