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

    /// What an operator does to sessions.
    enum Measure: String, CaseIterable, Sendable, CustomTestStringConvertible {
      case terminate = "pg_terminate_backend"
      case cancel = "pg_cancel_backend"

      var testDescription: String { rawValue }
    }

    @Test(
      "sessions that are ended or interrupted at random moments lose nothing and do nothing twice",
      .timeLimit(.minutes(10)),
      arguments: [
        (Measure.terminate, 0), (.terminate, 4_000), (.cancel, 4_000),
      ])
    func atRandom(measure: Measure, commitTakes: Int) async throws {
      let crash = try await CrashServer.start(Self.slowCommits(commitTakes))
      let (_, stores) = try await crash.figures(
        "\(measure.rawValue) at random, COMMIT takes \(commitTakes) µs more",
        tenant: "crash/at-random"
      ) {
        try await TestDatabase.onThread {
          var random = SplitMix(seed: 7)
          let session = try PostgresConnection(
            ConnectionOptions(crash.server.connectionString()), deadline: .after(seconds: 60))
          let script = CrashServer.terminateAll.replacing(
            "pg_terminate_backend", with: measure.rawValue)
          for _ in 0..<(CrashSuite.isLong ? 1000 : 25) {
            usleep(UInt32(random.number(1_000...60_000)))
            try session.runScript(script, deadline: .after(seconds: 60))
          }
        }
      }
      #expect(stores.retries > 0)
    }

    @Test(
      "what ended during COMMIT and cannot be asked for again is outcome_unknown, not unavailable",
      .timeLimit(.minutes(10)))
    func lockedOut() async throws {
      let crash = try await CrashServer.start(Self.slowCommits(60_000))
      let (callers, _) = try await crash.figures(
        "sessions ended and no connection allowed", tenant: "crash/locked-out"
      ) {
        let name = crash.database.name
        for _ in 0..<(CrashSuite.isLong ? 200 : 6) {
          // Let them come back and get into their commits.
          try await Task.sleep(for: .milliseconds(150))
          try await crash.operate(
            "ALTER DATABASE \(name) ALLOW_CONNECTIONS false", CrashServer.terminateAll)
          try await Task.sleep(for: .milliseconds(100))
          try await crash.operate("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
        }
      }
      #expect(callers.unanswered[.outcomeUnknown, default: 0] > 0)
      #expect(callers.resolved > 0, "some of them were committed")
    }
  }
}
