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
      .timeLimit(.minutes(2)), arguments: Death.allCases)
    func death(_ death: Death) async throws {
      let crash = try await CrashServer.start()
      let observer = CrashObserver()
      let stores = [
        try await crash.store(seen: observer), try await crash.store(seen: observer),
      ]
      let script = CrashScript(tenant: "crash/death")
      let calls = try await CrashWorkload(script: script, stores: stores).run {
        try await crash.act { server in
          try death.strike(server)
          try server.restart()
        }
      }
      let figures = try await CrashAudit(
        script: script, stores: stores, reader: stores[0], database: crash.database
      ).check(calls)
      figures.tell(death.rawValue)
      #expect(observer.counts.retries > 0, "the fault was felt")
      for store in stores { await store.close() }
    }
  }
}
