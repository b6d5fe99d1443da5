import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("The server recovers", .serialized)
  struct StandbyTests {
    @Test(
      "a standby takes no writes, and takes them on the same connections once it is promoted",
      .timeLimit(.minutes(10)))
    func promoted() async throws {
      let crash = try await CrashServer.start()
      let (callers, _) = try await crash.figures(
        "a standby for 3 s, then promoted", tenant: "crash/standby"
      ) {
        try await crash.act { try $0.restartAsStandby() }
        try await Task.sleep(for: .seconds(3))
        try await crash.operate("SELECT pg_promote()")
      }
      #expect(callers.unanswered[.unavailable, default: 0] > 0)
    }
  }
}
