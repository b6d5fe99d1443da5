import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("The server dies", .serialized)
  struct ServerDeathTests {
    enum Death: String, CaseIterable, Sendable, CustomTestStringConvertible {
      case killed = "SIGKILL of every process"
      case stoppedAtOnce = "immediate shutdown"
      case stoppedFast = "fast shutdown"

      var testDescription: String { rawValue }

      func strike(_ server: ThrowAwayPostgres) throws {
        switch self {
        case .killed: try server.kill()
        case .stoppedAtOnce: try server.stop(.immediate)
        case .stoppedFast: try server.stop(.fast)
        }
      }
    }

    @Test(
      "a server that dies under load and starts again has everything that was acknowledged, once",
      .timeLimit(.minutes(10)), arguments: Death.allCases)
    func death(_ death: Death) async throws {
      let crash = try await CrashServer.start()
      let (_, stores) = try await crash.figures(death.rawValue, tenant: "crash/death") {
        for _ in 0..<(CrashSuite.isLong ? 30 : death == .killed ? 2 : 1) {
          try await crash.act { server in
            try death.strike(server)
            try server.restart()
          }
          // Long enough for them to come back and to be struck while they work.
          try await Task.sleep(for: .milliseconds(200))
        }
      }
      #expect(stores.retries > 0, "the fault was felt")
    }
  }
}
