import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("Sessions are ended by an operator", .serialized)
  struct TerminationTests {
    /// Every COMMIT takes so many microseconds, so that most of what strikes strikes one.
    static func slowCommits(_ microseconds: Int) -> [String: String] {
      ["commit_delay": "\(microseconds)", "commit_siblings": "0"]
    }

    static let terminateAll = """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname <> current_database() AND backend_type = 'client backend'
      """

    @Test("a session that ends during COMMIT does not say that nothing was committed")
    func duringCommit() async throws {
      let crash = try await CrashServer.start(Self.slowCommits(100_000))
      try await crash.database.rows("CREATE TABLE public.mark (number int)")
      let error = try await crash.database.with { connection -> PostgresError? in
        let process = connection.backendProcess
        let seen = DispatchSemaphore(value: 0)
        let observer = try PostgresConnection(
          crash.database.options, deadline: .after(seconds: 60))
        Thread.detachNewThread { [observer = Moved(observer)] in
          seen.wait()
          Self.terminate(process, in: "COMMIT", by: observer.value)
        }
        return WireTest.failure { () throws(PostgresError) in
          seen.signal()
          _ = try connection.run(
            [
              Statement(Query("begin", "BEGIN")),
              Statement(Query("mark", "INSERT INTO public.mark VALUES (1)")),
              Statement(Query("commit", "COMMIT")),
            ], deadline: .after(seconds: 60))
        }
      }
      #expect(error?.kind == .connectionLost)
      #expect(error?.sqlState == SQLState("57P01"))
      #expect(error?.statementIndex == 3, "all statements were answered, but not the end")
      #expect(try await crash.database.rows("SELECT count(*) FROM public.mark") == [["1"]])
    }

    private static func terminate(
      _ process: Int32, in statement: String, by observer: PostgresConnection
    ) {
      let query = Query(
        "terminate",
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid = $1 AND query = $2 AND state = 'active'
        """, parameterTypes: [.int4, .text])
      let statement = Statement(query, [.int4(process), .text(statement)])
      let end = Deadline.after(seconds: 30)
      do {
        while try observer.run([statement], deadline: end)[0].rowCount == 0 {}
      } catch {
        Issue.record(error)
      }
    }

    /// Unchecked: the thread that made it hands it over and forgets it.
    private struct Moved: @unchecked Sendable {
      let value: PostgresConnection
      init(_ value: PostgresConnection) { self.value = value }
    }

    @Test(
      "sessions that are ended at random moments lose nothing and do nothing twice",
      .timeLimit(.minutes(5)), arguments: [0, 4_000])
    func atRandom(commitTakes: Int) async throws {
      let crash = try await CrashServer.start(Self.slowCommits(commitTakes))
      let observer = CrashObserver()
      let stores = [
        try await crash.store(seen: observer), try await crash.store(seen: observer),
      ]
      let script = CrashScript(tenant: "crash/terminated")
      let calls = try await CrashWorkload(script: script, stores: stores).run {
        try await TestDatabase.onThread {
          var random = SplitMix(seed: 7)
          let operatorOptions = ConnectionOptions(crash.server.connectionString())
          let session = try PostgresConnection(operatorOptions, deadline: .after(seconds: 60))
          for _ in 0..<(CrashSuite.isLong ? 1000 : 40) {
            usleep(UInt32(random.number(1_000...60_000)))
            try session.runScript(Self.terminateAll, deadline: .after(seconds: 60))
          }
        }
      }
      let figures = try await CrashAudit(
        script: script, stores: stores, reader: stores[0], database: crash.database
      ).check(calls)
      figures.tell("pg_terminate_backend at random, COMMIT takes \(commitTakes) µs more")
      #expect(observer.counts.retries > 0)
      for store in stores { await store.close() }
    }

    @Test(
      "what was ended during COMMIT and cannot be asked for again is outcome_unknown, not unavailable",
      .timeLimit(.minutes(5)))
    func lockedOut() async throws {
      let crash = try await CrashServer.start(Self.slowCommits(20_000))
      let observer = CrashObserver()
      let stores = [
        try await crash.store(seen: observer), try await crash.store(seen: observer),
      ]
      let script = CrashScript(tenant: "crash/locked-out")
      let calls = try await CrashWorkload(script: script, stores: stores).run {
        try await TestDatabase.onThread {
          var random = SplitMix(seed: 11)
          let operatorOptions = ConnectionOptions(crash.server.connectionString())
          let session = try PostgresConnection(operatorOptions, deadline: .after(seconds: 60))
          func run(_ script: String) throws {
            try session.runScript(script, deadline: .after(seconds: 60))
          }
          for _ in 0..<(CrashSuite.isLong ? 200 : 6) {
            usleep(UInt32(random.number(100_000...200_000)))
            try run("ALTER DATABASE \(crash.database.name) ALLOW_CONNECTIONS false")
            try run(Self.terminateAll)
            usleep(100_000)
            try run("ALTER DATABASE \(crash.database.name) ALLOW_CONNECTIONS true")
          }
        }
      }
      let figures = try await CrashAudit(
        script: script, stores: stores, reader: stores[0], database: crash.database
      ).check(calls)
      figures.tell("sessions ended, and no connections allowed")
      #expect(figures.unanswered[.outcomeUnknown, default: 0] > 0)
      #expect(figures.resolved > 0, "some of them were committed")
      for store in stores { await store.close() }
    }
  }
}
