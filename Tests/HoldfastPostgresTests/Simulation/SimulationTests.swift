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
    let answers: Set<String> = [
      "result", "none", "outcome_unknown", "unavailable", "overloaded", "cancelled",
      "insufficient_balance", "reservation_closed", "reservation_not_found",
    ]
    #expect(answers.subtracting(report.answers.keys) == [], "they are met")
    let statements: Set<String> = [
      "lock_streams", "free_streams", "rows_by_identity", "holds", "due_holds", "next_lapses",
      "due", "groups", "accounts_by_identity", "feed", "update_streams", "insert_rows",
      "delete_holds", "update_holds", "upsert_lots", "upsert_records", "insert_groups", "rollback",
    ]
    #expect(statements.subtracting(report.statements.keys) == [], "they are met")
  }

  @Test("seeds that once found something find nothing", arguments: RegressionSeed.all)
  func regressions(_ regression: RegressionSeed) async {
    let report = await SimulatedSchedules(first: regression.seed, count: 1).run()
    SimulationTests.expectSound(report)
    guard let mistake = regression.mistake else { return }
    let wrong = await SimulatedSchedules(first: regression.seed, count: 1, defect: mistake).run()
    #expect(wrong.failures.count == 1, "the seed does not meet \(mistake) any more")
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
