import Foundation
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("Losing a connection")
struct ConnectionLossTests {
  private static let count = Query(
    "activity", "SELECT count(*) FROM pg_stat_activity WHERE pid = $1", parameterTypes: [.int4])
  private static let sleeping = Query(
    "sleeping",
    "SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'",
    parameterTypes: [.int4])
  private static let terminate = Query(
    "terminate", "SELECT pg_terminate_backend($1, 5000)", parameterTypes: [.int4])

  @Test("a deadline ends the wait, the connection and the statement on the server")
  func deadline() throws {
    let observer = try WireTest.connect()
    let connection = try WireTest.connect()
    let process = connection.backendProcess
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run(
        [Statement(WireTest.one), Statement(WireTest.sleep, [.int4(600)])],
        deadline: .after(microseconds: 200_000))
    }
    #expect(error?.kind == .timedOut)
    // The server keeps back what it has answered until the pipeline ends.
    #expect(error?.statementIndex == 0)
    #expect(error?.isRetryable == true)
    #expect(connection.isBroken)
    #expect(connection.transactionStatus == .unknown)
    let limit = Deadline.now + 10_000_000
    while try observer.ask(Self.count, .int4(process)).int64(0, 0) != 0 {
      try #require(Deadline.now < limit)
    }
  }

  @Test("a deadline that has passed sends nothing and costs no connection")
  func pastDeadline() throws {
    let connection = try WireTest.connect()
    let past = Deadline(microseconds: Deadline.now - 1)
    let run = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run([Statement(WireTest.one)], deadline: past)
    }
    let script = WireTest.failure { () throws(PostgresError) in
      try connection.runScript("SELECT 1", deadline: past)
    }
    for error in [run, script] {
      #expect(error?.kind == .timedOut)
      #expect(error?.statementIndex == nil)
    }
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("a script has a deadline too")
  func scriptDeadline() throws {
    let connection = try WireTest.connect()
    let error = WireTest.failure { () throws(PostgresError) in
      try connection.runScript("SELECT pg_sleep(600)", deadline: .after(microseconds: 100_000))
    }
    #expect(error?.kind == .timedOut)
    #expect(connection.isBroken)
  }

  @Test("another thread can interrupt a statement, and the connection lives on")
  func cancel() throws {
    let connection = try WireTest.connect()
    let request = try #require(connection.cancelRequest())
    let process = connection.backendProcess
    Thread.detachNewThread {
      do {
        let observer = try WireTest.connect()
        while try observer.ask(Self.sleeping, .int4(process)).int64(0, 0) == 0 {}
        #expect(request.send())
      } catch {
        Issue.record(error)
      }
    }
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.sleep, .int4(600))
    }
    #expect(error?.kind == .refused(.queryCanceled))
    #expect(try connection.ask(WireTest.one).int64(0, 0) == 1)
  }

  @Test("a session that the server ends is lost, and says where and why")
  func terminatedInside() throws {
    let connection = try WireTest.connect()
    let process = connection.backendProcess
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run(
        [
          Statement(WireTest.one), Statement(Self.terminate, [.int4(process)]),
          Statement(WireTest.one),
        ], deadline: WireTest.soon)
    }
    #expect(error?.kind == .connectionLost)
    #expect(error?.sqlState == SQLState("57P01"))
    #expect(error?.statementIndex == 1)
    #expect(error?.isRetryable == true)
    #expect(connection.isBroken)
    let again = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.one)
    }
    #expect(again?.kind == .connectionLost)
  }

  @Test(
    "a session that ended between two runs is noticed, and writing to it ends no process",
    arguments: [1, 8_000_000])
  func terminatedBetween(size: Int) throws {
    let connection = try WireTest.connect()
    let observer = try WireTest.connect()
    #expect(try observer.ask(Self.terminate, .int4(connection.backendProcess)).bool(0, 0))
    let bytes = Parameter.bytea([UInt8](repeating: 1, count: size))
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.run(
        [Statement(WireTest.echo, [bytes]), Statement(WireTest.echo, [bytes])],
        deadline: WireTest.soon)
    }
    #expect(error?.kind == .connectionLost)
    #expect(error?.statementIndex == 0)
    #expect(connection.isBroken)
  }

  @Test("a script on a session that the server ended is lost")
  func terminatedScript() throws {
    let connection = try WireTest.connect()
    let error = WireTest.failure { () throws(PostgresError) in
      try connection.runScript(
        "SELECT pg_terminate_backend(pg_backend_pid())", deadline: WireTest.soon)
    }
    #expect(error?.kind == .connectionLost)
    #expect(error?.sqlState == SQLState("57P01"))
    #expect(connection.isBroken)
  }

  @Test("after close nothing runs, and closing again is harmless")
  func close() throws {
    let connection = try WireTest.connect()
    connection.close()
    connection.close()
    #expect(connection.isBroken)
    #expect(connection.backendProcess == 0)
    #expect(connection.cancelRequest() == nil)
    let error = WireTest.failure { () throws(PostgresError) in
      _ = try connection.ask(WireTest.one)
    }
    #expect(error?.kind == .connectionLost)
  }
}
