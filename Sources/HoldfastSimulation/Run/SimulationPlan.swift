internal import HoldfastTesting

/// What a seed makes of a world: how many processes there are, how much they do, and what goes wrong.
package struct SimulationPlan: Sendable {
  package var processes: Int
  package var lanes: Int
  package var slots: Int16
  /// Callers in each process.
  package var callers: Int
  /// Calls of each caller.
  package var calls: Int
  package var accounts: Int
  package var patienceSeconds: Int
  package var answerSeconds: Int
  package var queueLimit: Int
  package var batchLimit: Int
  /// How often something sent is lost or late, in thousandths.
  package var networkFaults: Int
  package var serverCrashes: Int
  package var processDeaths: Int
  package var pauses: Int
  package var terminations: Int
  /// Sessions of somebody else that hold accounts for a while.
  package var strangers: Int
  /// Times at which the server's clock is set, and set back.
  package var clockSteps: Int
  package var isSwept: Bool
  /// How many rows are sent ahead of the rest of a batch.
  package var rowsAhead: Int
  package var defect = Defect.none

  /// One process with one lane, and nothing goes wrong.
  package static let calm = SimulationPlan(
    processes: 1, lanes: 1, slots: 1, callers: 4, calls: 10, accounts: 2, patienceSeconds: 10,
    answerSeconds: 30, queueLimit: 1000, batchLimit: 1000, networkFaults: 0, serverCrashes: 0,
    processDeaths: 0, pauses: 0, terminations: 0, strangers: 0, clockSteps: 0, isSwept: false,
    rowsAhead: 96)

  /// A plan of everything, drawn from the seed.
  package static func drawn(_ seed: UInt64) -> SimulationPlan {
    var random = SplitMix(seed: seed ^ 0x5851_f42d_4c95_7f2d)
    func one(_ values: [Int]) -> Int { random.one(of: values) }
    let isFaulty = random.chance(85)
    return SimulationPlan(
      processes: one([1, 1, 2, 2, 3]), lanes: one([1, 1, 2, 3]), slots: Int16(one([1, 2, 3])),
      callers: one([1, 2, 3, 4, 6]), calls: one([4, 6, 8, 10]), accounts: one([1, 1, 2, 3, 4]),
      patienceSeconds: one([1, 2, 5, 10, 20]), answerSeconds: one([1, 2, 5, 30]),
      queueLimit: one([2, 4, 1000, 1000]), batchLimit: one([1, 3, 1000, 1000]),
      networkFaults: isFaulty ? one([0, 10, 30, 60, 120]) : 0,
      serverCrashes: isFaulty ? one([0, 0, 1, 2]) : 0,
      processDeaths: isFaulty ? one([0, 0, 1, 2]) : 0, pauses: isFaulty ? one([0, 0, 1, 2]) : 0,
      terminations: isFaulty ? one([0, 0, 1, 3]) : 0, strangers: isFaulty ? one([0, 0, 0, 1]) : 0,
      clockSteps: isFaulty ? one([0, 0, 0, 1]) : 0, isSwept: random.chance(50),
      rowsAhead: one([1, 1, 2, 96]))
  }
}
