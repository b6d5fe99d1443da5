import HoldfastSimulation
import Testing

@Suite(.serialized)
struct SimulationTests {
  private static func expectSound(_ report: SimulatedSchedules.Report) {
    for failure in report.failures {
      Issue.record(
        """
        holdfast simulate --seed \(failure.seed) --trace
        \(failure.violations.joined(separator: "\n"))
        """)
    }
  }

  @Test("the same seed makes the same world")
  func sameWorld() async {
    for seed in UInt64(1)...4 {
      let first = await SimulatedSchedules(first: seed, count: 1).run()
      let second = await SimulatedSchedules(first: seed, count: 1).run()
      #expect(first.fingerprint == second.fingerprint, "seed \(seed)")
      #expect(first.calls == second.calls)
    }
  }

  @Test("fixed seeds find nothing lost, doubled or told wrongly")
  func fixedSeeds() async {
    let report = await SimulatedSchedules(first: 1, count: 20).run()
    SimulationTests.expectSound(report)
    #expect(report.schedules == 20)
    #expect(report.unknown > 0, "outcomes are unknown now and then")
  }

  @Test("fresh seeds find nothing lost, doubled or told wrongly")
  func freshSeeds() async {
    let first = UInt64.random(in: 0...UInt64(UInt32.max))
    let report = await SimulatedSchedules(first: first, count: .max, seconds: 6).run()
    SimulationTests.expectSound(report)
    #expect(report.schedules > 0)
  }

  @Test(
    "an engine with a mistake is convicted by a fixed list of seeds",
    arguments: Defect.allCases.filter { $0 != .none })
  func mistakes(_ defect: Defect) async {
    let report = await SimulatedSchedules(
      first: 16, count: 60, defect: defect, endsWithFailure: true
    ).run()
    #expect(report.failures.count == 1, "\(defect), after \(report.schedules) schedules")
  }
}
