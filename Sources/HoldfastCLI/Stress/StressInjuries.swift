internal import Foundation
internal import HoldfastTesting

/// Injures what a race runs on, time and again, and notes each injury in the history.
struct StressInjuries: Sendable {
  let stage: StressStage
  let faults: [RaceFault]
  let every: Duration
  let seed: UInt64
  /// Kills a worker process and starts another; says which.
  let killWorker: @Sendable () async -> String
  /// Notes what was done, before it is.
  let note: @Sendable (String) -> Void

  /// Goes on until the task is cancelled; what was begun is ended.
  func run() async {
    let repeated = faults.filter(\.isRepeated)
    guard !repeated.isEmpty else { return }
    var random = SplitMix(seed: seed &+ 17)
    var turns: [RaceFault] = []
    while !Task.isCancelled {
      do { try await Task.sleep(for: every) } catch { return }
      // Each comes to its turn before any comes again.
      if turns.isEmpty { turns = repeated.shuffled(using: &random) }
      await strike(turns.removeLast(), &random)
    }
  }

  private func strike(_ fault: RaceFault, _ random: inout SplitMix) async {
    switch fault {
    case .terminate: await terminate()
    case .cut: cut(&random)
    case .delay:
      note("delay of 50 ms for a second")
      stage.proxy?.delay(toServer: .milliseconds(50), toClient: .milliseconds(50))
      await rest()
      stage.proxy?.delay(toServer: .zero, toClient: .zero)
    case .hold:
      let direction: FaultProxy.Direction? = random.chance(50) ? .toClient : nil
      note(direction == nil ? "no bytes for a second" : "no answers for a second")
      stage.proxy?.hold(direction)
      await rest()
      stage.proxy?.resume()
    case .pause:
      note("server suspended for a second")
      await act { server throws(ThrowAwayPostgresError) in try server.pause() }
      await rest()
      await act { server throws(ThrowAwayPostgresError) in try server.resume() }
    case .kill:
      note("SIGKILL server")
      await act { server throws(ThrowAwayPostgresError) in
        try server.kill()
        try server.restart()
      }
      note("server accepts again")
    case .killWorker: note(await killWorker())
    case .skew: break
    }
  }

  private func terminate() async {
    note("sessions terminated")
    do throws(RaceFailure) {
      try await stage.database?.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '\(stage.application)' AND random() < 0.7
        """)
    } catch {
      note("no session could be terminated: \(error)")
    }
  }

  private func cut(_ random: inout SplitMix) {
    guard random.chance(70) else {
      note("all connections reset")
      stage.proxy?.cutAll()
      return
    }
    let direction = random.one(of: FaultProxy.Direction.allCases)
    let bytes = Int(random.number(0...2000))
    note("each connection reset \(bytes) bytes later \(direction == .toServer ? "out" : "in")")
    stage.proxy?.arm(.cut(after: bytes, direction), on: .every)
  }

  /// A second, or less when the race ends meanwhile.
  private func rest() async {
    try? await Task.sleep(for: .seconds(1))
  }

  private func act(
    _ body: @escaping @Sendable (ThrowAwayPostgres) throws(ThrowAwayPostgresError) -> Void
  ) async {
    guard let server = stage.server else { return }
    do throws(ThrowAwayPostgresError) {
      try await blocking { () throws(ThrowAwayPostgresError) in try body(server) }
    } catch {
      note("the harness could not do it: \(error)")
    }
  }
}
