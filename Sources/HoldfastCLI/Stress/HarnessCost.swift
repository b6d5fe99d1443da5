internal import Foundation
internal import HoldfastTesting

/// What the harness costs without anything to race on.
enum HarnessCost {
  private static let calls: Int64 = 20_000

  /// Processor microseconds a call: scripts, tasks, history and counts, with a target that answers
  /// at once.
  static func microseconds(
    of plan: RaceDriver.Plan, header: RaceHeader
  ) async throws(HistoryError) -> Double {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "holdfast-stress-cost-\(header.run).jsonl"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let history = try HistoryWriter(path: path, header: header)
    var plan = plan
    plan.calls = calls
    plan.pace.profile = .closed
    plan.end = plan.clock.now + 2_000_000
    let meter = RaceMeter()
    let before = ProcessTime.seconds
    try await RaceDriver(
      target: EmptyTarget(), history: history, meter: meter, plan: plan
    ).run()
    let spent = ProcessTime.seconds - before
    try history.finish()
    let made = meter.take().calls
    return made > 0 ? spent * 1e6 / Double(made) : 0
  }
}

/// Answers every call at once, with what was asked for.
private struct EmptyTarget: RaceTarget {
  func perform(_ call: RaceCall) async -> RaceAnswer {
    .applied(RaceAnswer.Effect(version: 1, amount: call.amount, posted: 1000, held: 100))
  }

  func prepare() async throws(RaceFailure) {}

  func balance(account: Int32, unit: Int32) async throws(RaceFailure) -> RaceBalance {
    RaceBalance(account: account, unit: unit, posted: 0, held: 0)
  }

  func close() async {}
}
