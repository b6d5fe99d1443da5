import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("Pipelines")
struct PipelineTests {
  @Test(
    "parameters and answers of many megabytes go both ways at once",
    arguments: [ConnectionOptions.Statements.prepared, .unnamed])
  func bothDirections(statements: ConnectionOptions.Statements) throws {
    let connection = try WireTest.connect(statements)
    let megabyte = 1 << 20
    let run = (0..<16).map { index in
      Statement(WireTest.echo, [.bytea([UInt8](repeating: UInt8(index), count: megabyte))])
    }
    let answers = try connection.run(run, deadline: WireTest.soon)
    #expect(answers.count == 16)
    for (index, rows) in answers.enumerated() {
      let bytes = rows.bytes(0, 0)
      #expect(bytes.count == megabyte)
      #expect(bytes.allSatisfy { $0 == UInt8(index) })
    }
  }

  @Test("a large answer that comes before a large parameter is read while sending")
  func answerFirst() throws {
    let connection = try WireTest.connect()
    let fill = Query("fill", "SELECT repeat('x', $1)", parameterTypes: [.int4])
    let answers = try connection.run(
      [
        Statement(fill, [.int4(20_000_000)]),
        Statement(WireTest.echo, [.bytea([UInt8](repeating: 7, count: 20_000_000))]),
      ], deadline: WireTest.soon)
    #expect(answers.map { $0.bytes(0, 0).count } == [20_000_000, 20_000_000])
  }

  @Test("a thousand statements are answered in their order")
  func order() throws {
    let connection = try WireTest.connect()
    let query = Query("identity", "SELECT $1", parameterTypes: [.int8])
    let answers = try connection.run(
      (0..<1000).map { Statement(query, [.int8($0)]) }, deadline: WireTest.soon)
    #expect(answers.map { $0.int64(0, 0) } == Array(0..<1000))
    #expect(try connection.run([], deadline: WireTest.soon).isEmpty)
  }

  @Test(
    "what was sent ahead is answered first, and an error in it ends the run",
    arguments: [ConnectionOptions.Statements.prepared, .unnamed])
  func ahead(statements: ConnectionOptions.Statements) throws {
    let connection = try WireTest.connect(statements)
    let query = Query("identity", "SELECT $1", parameterTypes: [.int8])
    let number = { (number: Int64) in Statement(query, [.int8(number)]) }
    connection.sendAhead([number(0), number(1)])
    connection.sendAhead([number(2)])
    let answers = try connection.run([number(3), number(4)], deadline: WireTest.soon)
    #expect(answers.map { $0.int64(0, 0) } == [0, 1, 2, 3, 4])
    connection.sendAhead([number(5)])
    #expect(try connection.run([], deadline: WireTest.soon).map { $0.int64(0, 0) } == [5])
    connection.sendAhead([number(6), Statement(WireTest.divide, [.int4(0)])])
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run([number(7)], deadline: WireTest.soon)
    }
    #expect(error?.statementIndex == 1)
    #expect(try connection.run([number(8)], deadline: WireTest.soon)[0].int64(0, 0) == 8)
  }

  @Test("what was sent ahead goes to the server before the rest is asked for")
  func aheadOfTime() throws {
    let (connection, other) = (try WireTest.connect(), try WireTest.connect())
    let lock = Query("lock", "SELECT pg_advisory_lock(4711)")
    let isLocked = Query(
      "is_locked", "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711")
    connection.sendAhead([Statement(lock)])
    while try other.run([Statement(isLocked)], deadline: WireTest.soon)[0].int64(0, 0) == 0 {}
    _ = try connection.run([], deadline: WireTest.soon)
  }

  @Test(
    "an error names its statement, undoes the run and leaves the connection usable",
    arguments: [ConnectionOptions.Statements.prepared, .unnamed])
  func errorInTheMiddle(statements: ConnectionOptions.Statements) throws {
    let connection = try WireTest.connect(statements)
    try connection.runScript("CREATE TEMPORARY TABLE t (a int)", deadline: WireTest.soon)
    let insert = Query("insert", "INSERT INTO t VALUES ($1)", parameterTypes: [.int4])
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run(
        [
          Statement(insert, [.int4(1)]), Statement(WireTest.divide, [.int4(3)]),
          Statement(WireTest.divide, [.int4(0)]), Statement(insert, [.int4(2)]),
          Statement(WireTest.one),
        ], deadline: WireTest.soon)
    }
    #expect(error?.kind == .refused(SQLState("22012")))
    #expect(error?.statementIndex == 2)
    #expect(error?.isRetryable == false)
    #expect(connection.transactionStatus == .idle)
    #expect(try connection.ask(Query("count", "SELECT count(*) FROM t")).int64(0, 0) == 0)
    // Also that which the aborted run never prepared.
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("an error in the text of a statement is the statement's")
  func errorInText() throws {
    let connection = try WireTest.connect()
    let wrong = Query("wrong", "SELEKT 'secret'")
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run(
        [Statement(WireTest.one), Statement(wrong), Statement(WireTest.one)],
        deadline: WireTest.soon)
    }
    #expect(error?.kind == .refused(SQLState("42601")))
    #expect(error?.statementIndex == 1)
    #expect(error.map { !"\($0)".contains("secret") } == true)
    #expect(error?.connectMessage == nil)
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("a transaction that refused a statement waits for its rollback")
  func rollback() throws {
    let connection = try WireTest.connect()
    let begin = Statement(Query("begin", "BEGIN"))
    _ = try connection.run([begin, Statement(WireTest.one)], deadline: WireTest.soon)
    #expect(connection.transactionStatus == .open)
    _ = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.divide, .int4(0))
    }
    #expect(connection.transactionStatus == .failed)
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.one)
    }
    #expect(error?.kind == .refused(SQLState("25P02")))
    try connection.rollback(deadline: WireTest.soon)
    #expect(connection.transactionStatus == .idle)
    try connection.rollback(deadline: WireTest.soon)
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("named statements are prepared once, unnamed ones never")
  func preparing() throws {
    let count = Query(
      "count", "SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'one.%'")
    let named = try WireTest.connect(.prepared)
    for _ in 0..<3 {
      _ = try named.run(
        [Statement(WireTest.one), Statement(WireTest.one)], deadline: WireTest.soon)
    }
    #expect(try named.ask(count).int64(0, 0) == 1)
    let unnamed = try WireTest.connect(.unnamed)
    _ = try unnamed.ask(WireTest.one)
    #expect(try unnamed.ask(count).int64(0, 0) == 0)
  }

  @Test("a statement that a pooler lost is retryable, and from then on none is named")
  func lostStatement() throws {
    let connection = try WireTest.connect()
    _ = try connection.ask(WireTest.one)
    try connection.runScript("DEALLOCATE ALL", deadline: WireTest.soon)
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.one)
    }
    #expect(error?.kind == .refused(.unknownStatementName))
    #expect(error?.isRetryable == true)
    #expect(connection.statements == .unnamed)
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("a statement that another client of a pooler left behind is retryable, then none is named")
  func foreignStatement() throws {
    let connection = try WireTest.connect()
    try connection.runScript(
      "PREPARE \"\(WireTest.one.preparedName)\" AS SELECT 2", deadline: WireTest.soon)
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.one)
    }
    #expect(error?.kind == .refused(.duplicateStatementName))
    #expect(error?.isRetryable == true)
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("a script runs all its statements or none, between pipelines")
  func scripts() throws {
    let connection = try WireTest.connect()
    let answers = try connection.runScript(
      "CREATE TEMPORARY TABLE s (a int); INSERT INTO s VALUES (1), (2); SELECT a FROM s",
      deadline: WireTest.soon)
    #expect(answers.map(\.affected) == [0, 2, 2])
    #expect(answers[2].text(1, 0) == "2")
    let error = WireTest.failure { () throws(PostgresError) in
      try connection.runScript(
        "INSERT INTO s VALUES (3); SELECT 1 / 0; SELECT 1", deadline: WireTest.soon)
    }
    #expect(error?.kind == .refused(SQLState("22012")))
    #expect(error?.statementIndex == nil)
    #expect(try connection.ask(Query("count", "SELECT count(*) FROM s")).int64(0, 0) == 2)
  }
}
