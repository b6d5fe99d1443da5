import Holdfast
import HoldfastTesting

/// A day that was run on a fresh in-memory store.
struct FinishedDay: Sendable {
  let plan: DemoPlan
  let store: InMemoryStore
  let tally: DemoTally
  let figures: DemoFigures

  init(users: Int = 20, seed: UInt64) async throws {
    plan = DemoPlan(users: users, seed: seed)
    let clock = SimulatedClock(DemoDay.start)
    store = InMemoryStore(clock: clock.storeClock)
    tally = try await DemoRun(plan: plan, store: store, clock: clock).run()
    figures = try await DemoReading(plan: plan, store: store, tally: tally).figures()
  }

  var report: DemoReport {
    DemoReport(
      plan: plan, tally: tally, figures: figures,
      machine: DemoReport.Machine(store: "in-memory", cores: 2, isDebugBuild: true))
  }
}
