import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("Connecting")
struct ConnectTests {
  private func refusal(_ connectionString: String) -> PostgresError? {
    WireTest.failure { () throws(PostgresError) in
      _ = try PostgresConnection(ConnectionOptions(connectionString), deadline: WireTest.soon)
    }
  }

  @Test("a wrong password, a missing one and an unknown role are refused as authentication")
  func authentication() throws {
    let port = try ThrowAwayPostgres.shared().port()
    let wrong = refusal("host=127.0.0.1 port=\(port) user=holdfast password=wrong dbname=postgres")
    #expect(wrong?.kind == .cannotConnect(.authentication))
    #expect(wrong?.sqlState == SQLState("28P01"))
    #expect(wrong?.isRetryable == false)
    // An empty password file, so that none on this machine helps out.
    let missing = refusal(
      "host=127.0.0.1 port=\(port) user=holdfast dbname=postgres passfile=/dev/null")
    #expect(missing?.kind == .cannotConnect(.authentication))
    let role = refusal(try ThrowAwayPostgres.shared().connectionString() + " user=nobody_here")
    #expect(role?.kind == .cannotConnect(.authentication))
    #expect(role?.sqlState == SQLState("28000"))
  }

  @Test("an unknown database is told apart")
  func unknownDatabase() throws {
    let error = refusal(
      try ThrowAwayPostgres.shared().connectionString(database: "no_such_database"))
    #expect(error?.kind == .cannotConnect(.unknownDatabase))
    #expect(error?.sqlState == .unknownDatabase)
    #expect(error?.isRetryable == false)
    #expect(error?.connectMessage?.contains("no_such_database") == true)
    #expect(error.map { !"\($0)".contains("no_such_database") } == true)
  }

  @Test(
    "where no server is, none is reached",
    arguments: ["host=127.0.0.1 port=1", "host=/no/such/folder", "postgres://127.0.0.1:1/x"])
  func unreachable(connectionString: String) {
    let error = refusal(connectionString)
    #expect(error?.kind == .cannotConnect(.unreachable))
    #expect(error?.sqlState == nil)
    #expect(error?.statementIndex == nil)
    #expect(error?.isRetryable == true)
  }

  @Test("options that cannot be read are refused without quoting them")
  func invalidOptions() {
    for text in ["postgres://user:secret@[host/x", "host=localhost passwrod=secret"] {
      let error = refusal(text)
      #expect(error?.kind == .cannotConnect(.invalidOptions))
      #expect(error?.connectMessage == nil)
    }
  }

  @Test("of several hosts the first that answers is taken")
  func severalHosts() throws {
    let server = try ThrowAwayPostgres.shared()
    let port = try server.port()
    let text = try server.tcpConnectionString() + " host=127.0.0.1,127.0.0.1 port=1,\(port)"
    let connection = try PostgresConnection(
      ConnectionOptions(text + " target_session_attrs=read-write"), deadline: WireTest.soon)
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
    #expect(connection.serverVersion >= 150_000)
  }

  @Test("the application's name is shown, unless the connection string has another")
  func applicationName() throws {
    let text = try ThrowAwayPostgres.shared().connectionString()
    let name = Query("name", "SELECT current_setting('application_name')")
    for (suffix, expected) in [("", "meter"), (" application_name=other", "other")] {
      let connection = try PostgresConnection(
        ConnectionOptions(text + suffix, applicationName: "meter"), deadline: WireTest.soon)
      #expect(try connection.ask(name).text(0, 0) == expected)
    }
  }

  @Test("options are described without the password")
  func description() {
    let options = ConnectionOptions("postgres://user:secret@host/x")
    var dumped = ""
    dump(options, to: &dumped)
    for text in ["\(options)", String(reflecting: options), dumped] {
      #expect(!text.contains("secret"))
    }
  }
}
