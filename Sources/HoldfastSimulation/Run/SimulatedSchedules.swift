internal import HoldfastPostgres

/// Many schedules, one seed after the other.
package struct SimulatedSchedules: Sendable {
  package let first: UInt64
  package let count: Int
  /// After how many seconds no further one begins.
  package let seconds: Int?
  package let defect: Defect
  /// Whether none follows the first that finds something.
  package let endsWithFailure: Bool

  package init(
    first: UInt64, count: Int, seconds: Int? = nil, defect: Defect = .none,
    endsWithFailure: Bool = false
  ) {
    self.first = first
    self.count = count
    self.seconds = seconds
    self.defect = defect
    self.endsWithFailure = endsWithFailure
  }

  package struct Report: Sendable {
    package var schedules = 0
    package var calls = 0
    /// Calls of which nobody told the caller what became of them.
    package var unknown = 0
    package var deadlocks = 0
    /// Of all that happened; the same for the same seeds.
    package var fingerprint: UInt64 = 0
    package var failures: [SimulationRun.Report] = []
    /// How long it took.
    package var seconds = 0.0
  }

  /// Runs them on a thread of its own.
  ///
  /// - Parameter tell: gets a line for each thing that happens.
  package func run(tell: (@Sendable (String) -> Void)? = nil) async -> Report {
    await OwnThread.value { runHere(tell) }
  }

  private func runHere(_ tell: ((String) -> Void)?) -> Report {
    var report = Report()
    let clock = ContinuousClock()
    let began = clock.now
    for index in 0..<count {
      if let seconds, clock.now - began > .seconds(seconds) { break }
      let one = SimulationRun(seed: first &+ UInt64(index), defect: defect).run(tell: tell)
      report.schedules += 1
      report.calls += one.calls
      report.unknown += one.unknown
      report.fingerprint = report.fingerprint &* 31 &+ one.fingerprint
      report.deadlocks += one.deadlocks
      if one.violations.isEmpty { continue }
      report.failures.append(one)
      if endsWithFailure { break }
    }
    report.seconds = (clock.now - began) / .seconds(1)
    return report
  }
}
