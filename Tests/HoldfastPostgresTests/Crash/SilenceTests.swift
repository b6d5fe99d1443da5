import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  @Suite("The server or the network says nothing", .serialized)
  struct SilenceTests {
    /// What a call waits at most with a patience and an answer time of 1 s: for what was under way
    /// when it came, until its own patience ends, and for the try that is under way then. The rest is
    /// for a busy machine.
    static let longestWait: Int64 = 3_000_000 + 4_000_000

    @Test(
      "a server suspended longer than the deadline loses nothing, and callers wait a bounded time",
      .timeLimit(.minutes(10)))
    func suspended() async throws {
      let crash = try await CrashServer.shared.value
      let (callers, _) = try await crash.figures("SIGSTOP for 3 s", tenant: "crash/suspended") {
        try await crash.act { try $0.pause() }
        try await Task.sleep(for: .seconds(3))
        try await crash.act { try $0.resume() }
      }
      #expect(callers.unanswered[.unavailable, default: 0] > 0)
      #expect(callers.longest < Self.longestWait)
    }

    @Test(
      "a server that is suspended for less than the deadline is waited for",
      .timeLimit(.minutes(10)))
    func suspendedShortly() async throws {
      let crash = try await CrashServer.shared.value
      let (callers, _) = try await crash.figures(
        "SIGSTOP for 1 s, 10 s to answer", tenant: "crash/suspended-shortly",
        change: {
          $0.answerSeconds = 10
          $0.patienceSeconds = 10
        },
        during: {
          try await crash.act { try $0.pause() }
          try await Task.sleep(for: .seconds(1))
          try await crash.act { try $0.resume() }
        })
      #expect(callers.unanswered.isEmpty)
    }

    @Test(
      "bytes that are held back longer than the deadline and arrive late do no harm",
      .timeLimit(.minutes(10)), arguments: FaultProxy.Direction.allCases)
    func late(_ direction: FaultProxy.Direction) async throws {
      let crash = try await CrashServer.shared.value
      let proxy = try crash.proxy()
      let (callers, _) = try await crash.figures(
        "half-open: nothing \(direction) for 2.5 s", by: proxy,
        tenant: TenantName("crash/late-\(direction)")
      ) {
        proxy.hold(direction)
        try await Task.sleep(for: .milliseconds(2500))
        proxy.resume()
      }
      #expect(callers.unanswered[.unavailable, default: 0] > 0)
      #expect(callers.longest < Self.longestWait)
    }

    @Test(
      "a closed port is tried again, and callers wait no longer than their patience",
      .timeLimit(.minutes(10)))
    func refused() async throws {
      let crash = try await CrashServer.shared.value
      let proxy = try crash.proxy()
      let (callers, _) = try await crash.figures(
        "connections refused for 2.5 s", by: proxy, tenant: "crash/refused"
      ) {
        proxy.refuseConnections()
        proxy.cutAll()
        try await Task.sleep(for: .milliseconds(2500))
        try proxy.acceptConnections()
      }
      #expect(callers.unanswered[.unavailable, default: 0] > 0)
      #expect(callers.longest < 1_000_000 + 4_000_000)
    }
  }
}
