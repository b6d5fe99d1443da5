import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("A server for a test")
struct ThrowAwayPostgresTests {
  private func connect(
    _ server: ThrowAwayPostgres, seconds: Int64 = 10
  ) throws -> PostgresConnection {
    try PostgresConnection(
      ConnectionOptions(server.connectionString()), deadline: .after(seconds: seconds))
  }

  @Test("what was committed outlives a kill, and connections to a killed server are lost")
  func kill() throws {
    let server = try ThrowAwayPostgres(settings: ["max_connections": "20"])
    let connection = try connect(server)
    #expect(
      try connection.ask(Query("s", "SELECT current_setting('fsync')")).text(0, 0) == "on")
    #expect(
      try connection.ask(Query("m", "SELECT current_setting('max_connections')")).text(0, 0)
        == "20")
    try connection.runScript("CREATE TABLE kept AS SELECT 42 AS a", deadline: WireTest.soon)
    try server.kill()
    let lost = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.one)
    }
    #expect(lost?.kind == .connectionLost)
    let refused = WireTest.failure { () throws(PostgresError) in
      _ = try PostgresConnection(
        ConnectionOptions(server.connectionString()), deadline: WireTest.soon)
    }
    #expect(refused?.kind == .cannotConnect(.unreachable))
    try server.restart()
    #expect(
      try connect(server).ask(Query("kept", "SELECT a FROM kept")).int32(0, 0) == 42)
    for way in [ThrowAwayPostgres.Stop.immediate, .fast] {
      try server.stop(way)
      try server.restart()
      #expect(try connect(server).ask(WireTest.one).int64(0, 0) == 1)
    }
  }

  @Test("a paused server answers nobody, and a resumed one everybody")
  func pause() throws {
    let server = try ThrowAwayPostgres()
    let connection = try connect(server)
    let waiting = try connect(server)
    try server.pause()
    let start = Deadline.now
    let run = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run([Statement(WireTest.one)], deadline: .after(microseconds: 100_000))
    }
    #expect(run?.kind == .timedOut)
    #expect(connection.isBroken)
    let refused = WireTest.failure { () throws(PostgresError) in
      _ = try PostgresConnection(
        ConnectionOptions(server.connectionString()), deadline: .after(microseconds: 100_000))
    }
    #expect(refused?.kind == .cannotConnect(.unreachable))
    // Both deadlines and the attempt to cancel, on a busy machine.
    #expect(Deadline.now - start < 5_000_000)
    try server.resume()
    #expect(try waiting.ask(WireTest.one).int64(0, 0) == 1)
    #expect(try connect(server).ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("each test has databases of its own")
  func databases() throws {
    let server = try ThrowAwayPostgres.shared()
    let names = try (0..<2).map { _ in try server.createDatabase(for: "own") }
    #expect(names[0] != names[1])
    for name in names {
      try server.sql("CREATE TABLE t AS SELECT 1 AS a", database: name)
      #expect(try server.sql("SELECT a FROM t", database: name) == "1\n")
      try server.dropDatabase(name)
    }
    #expect(throws: ThrowAwayPostgresError.self) {
      try server.sql("SELECT 1", database: names[0])
    }
  }
}
