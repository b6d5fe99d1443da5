/// A simulated schedule: what a seed makes of a world.
package struct SimulationRun: Sendable {
  package let seed: UInt64
  package let plan: SimulationPlan

  /// The plan that the seed makes, unless another one is given.
  package init(seed: UInt64, plan: SimulationPlan? = nil, defect: Defect = .none) {
    self.seed = seed
    self.plan = plan ?? .drawn(seed)
    self.defect = defect
  }

  private let defect: Defect

  package struct Report: Sendable {
    package let seed: UInt64
    package let violations: [String]
    /// Calls, repeated ones too.
    package let calls: Int
    /// Calls of which nobody told the caller what became of them.
    package let unknown: Int
    /// The same for the same seed.
    package let fingerprint: UInt64
    /// How often a transaction of the store would have waited for itself.
    package let deadlocks: Int
  }

  /// Runs it on the calling thread, which must not be one of Swift's pool.
  ///
  /// - Parameter tell: gets a line for each thing that happens.
  package func run(tell: ((String) -> Void)? = nil) -> Report {
    var plan = plan
    plan.defect = defect
    let simulation = Simulation(plan, seed: seed, tell: tell)
    simulation.run()
    return Report(
      seed: seed, violations: simulation.violations, calls: simulation.calls.count,
      unknown: simulation.calls.count(where: \.isUnknown),
      fingerprint: simulation.world.fingerprint, deadlocks: simulation.server.deadlocks)
  }
}
