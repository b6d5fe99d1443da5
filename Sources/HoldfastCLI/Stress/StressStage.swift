internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// What a race runs on, made ready and to be cleaned up.
struct StressStage: Sendable {
  /// What it is called in the report.
  let name: String
  let target: RaceHeader.Target
  /// How the clients reach it: through the proxy, where there is one.
  let work: StressWork
  /// How the harness itself reaches it: never through the proxy.
  let direct: StressWork
  /// What the run's sessions call themselves on the server.
  let application: String
  let server: ThrowAwayPostgres?
  let proxy: FaultProxy?
  let database: DatabaseOperator?
  /// What removes what the run has made; `nil` where nothing was made that stays.
  let removal: Removal?

  /// An SQL text, and what it removes.
  struct Removal: Sendable {
    let script: String
    let what: String
  }

  static func open(
    _ options: StressOptions, run: String
  ) async throws(RaceFailure) -> StressStage {
    switch options.place {
    case .memory:
      let store = InMemoryStore(clock: .system)
      return StressStage(
        name: "memory", target: .holdfast, work: .store(store), direct: .store(store),
        application: "", server: nil, proxy: nil, database: nil, removal: nil)
    case .throwAway:
      let server = try await blocking { () throws(RaceFailure) in
        do throws(ThrowAwayPostgresError) {
          return try ThrowAwayPostgres(settings: ["max_connections": "400"])
        } catch {
          throw RaceFailure("no PostgreSQL could be started: \(error)", isUnreachable: true)
        }
      }
      return try await open(
        options, run: run, connection: ConnectionText(server.connectionString()), schema: nil,
        server: server)
    case .postgres(let connection, let schema):
      return try await open(
        options, run: run, connection: ConnectionText(connection), schema: schema, server: nil)
    }
  }

  private static func open(
    _ options: StressOptions, run: String, connection: ConnectionText, schema: String?,
    server: ThrowAwayPostgres?
  ) async throws(RaceFailure) -> StressStage {
    let application = "holdfast-stress-\(run)"
    let database = DatabaseOperator(connection: connection)
    var proxy: FaultProxy?
    var clients = connection
    if options.faults.contains(where: \.needsProxy) {
      let (made, through) = try await proxied(database, server)
      proxy = made
      clients = through
    }
    clients = clients.with("application_name", application)
    let version = try await database.run("SHOW server_version").first?.first ?? ""
    let name = "PostgreSQL \(version.split(separator: " ").first ?? "")"
    if let path = options.adapter {
      let adapter = try adapter(path, for: options.shape)
      if let script = adapter.scripts[.setup] { try await setUp(script, on: database) }
      return StressStage(
        name: "\(name), \(path.split(separator: "/").last ?? "adapter")", target: .adapter,
        work: .adapter(adapter, connection: clients.text),
        direct: .adapter(adapter, connection: connection.text), application: application,
        server: server, proxy: proxy, database: database,
        removal: adapter.scripts[.teardown].map {
          Removal(script: $0, what: "what the adapter has set up")
        })
    }
    let own = schema == nil ? SchemaName("holdfast_stress_\(run)") : nil
    if let own { try await database.migrate(own) }
    let schema = schema ?? own?.string ?? SchemaName.standard.string
    return StressStage(
      name: name, target: .holdfast,
      work: .ledger(connection: clients.text, schema: schema, skew: nil),
      direct: .ledger(connection: connection.text, schema: schema, skew: nil),
      application: application, server: server, proxy: proxy, database: database,
      removal: own.map {
        Removal(
          script: "DROP SCHEMA \($0.quoted) CASCADE", what: "the schema \($0.string)")
      })
  }

  private static func adapter(
    _ path: String, for shape: RaceShape
  ) throws(RaceFailure) -> AdapterFile {
    do throws(AdapterFile.Unreadable) {
      let adapter = try AdapterFile(path: path)
      let missing = adapter.missing(for: shape).map { "`\($0.rawValue)`" }
      guard missing.isEmpty else {
        throw AdapterFile.Unreadable(
          reason: "\(path): the shape \(shape.rawValue) also needs the sections "
            + missing.joined(separator: ", "))
      }
      return adapter
    } catch {
      throw RaceFailure(error.reason)
    }
  }

  private static func setUp(
    _ script: String, on database: DatabaseOperator
  ) async throws(RaceFailure) {
    do throws(RaceFailure) {
      try await database.run(script)
    } catch {
      throw RaceFailure("the section `setup` failed: \(error)", isUnreachable: error.isUnreachable)
    }
  }

  /// A proxy before the server, and the way through it.
  private static func proxied(
    _ database: DatabaseOperator, _ server: ThrowAwayPostgres?
  ) async throws(RaceFailure) -> (FaultProxy, ConnectionText) {
    do {
      if let server {
        let proxy = try FaultProxy(
          to: .tcp(host: "127.0.0.1", port: UInt16(try server.port())))
        let text = ConnectionText(try server.tcpConnectionString()).with("sslmode", "disable")
        return (proxy, text.through(port: proxy.port))
      }
      let proxy = try FaultProxy(to: try await database.address())
      return (proxy, database.connection.through(port: proxy.port))
    } catch let error as RaceFailure {
      throw error
    } catch {
      throw RaceFailure("no proxy could be put before the server: \(error)")
    }
  }

  /// What the clock of the store shows.
  func clock() async throws(RaceFailure) -> Int64 {
    if let database { return try await database.clock() }
    return StoreClock.system.now().microseconds
  }

  /// Removes what the run has made. What cannot be removed is said.
  func cleanUp(keeping: Bool, _ tell: (String) -> Void) async {
    guard server == nil, let database, let removal else { return }
    guard !keeping else {
      tell("\(removal.what) stays, as --keep says")
      return
    }
    do throws(RaceFailure) {
      try await database.run(removal.script)
    } catch {
      tell("\(removal.what) could not be removed: \(error)")
    }
  }
}
