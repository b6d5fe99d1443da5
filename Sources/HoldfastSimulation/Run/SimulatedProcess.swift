internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// A process with a store of its own.
///
/// `@unchecked Sendable`: as `World`.
final class SimulatedProcess: @unchecked Sendable {
  let host: SimulatedHost
  let store: PostgresStore
  static let hashKey = HashKey(first: 7, second: 11)
  private var sweeping: Task<Void, Never>?

  init(
    _ world: World, _ server: SimulatedServer, _ plan: SimulationPlan, _ faults: FaultRates,
    isSweeping: Bool = true
  ) throws {
    host = SimulatedHost(world, server, faults, plan.defect)
    var configuration = PostgresConfiguration("simulated")
    configuration.lanes = plan.lanes
    configuration.readers = 1
    configuration.queueLimit = plan.queueLimit
    configuration.maximumBatchCommands = plan.batchLimit
    configuration.patienceSeconds = plan.patienceSeconds
    configuration.answerSeconds = plan.answerSeconds
    configuration.rowsWorthAStatement = plan.rowsAhead
    let installation = Installation(
      slots: plan.slots, hashKey: SimulatedProcess.hashKey, version: 0)
    store = try PostgresStore(configuration, installation, host: host)
    if plan.isSwept, isSweeping { sweep() }
  }

  private func sweep() {
    let sweeper = PostgresSweeper(
      store, pause: .milliseconds(700), clock: WorldClock(host: host))
    sweeping = Task(executorPreference: host.world.executor) { await sweeper.run() }
  }

  /// Ends in order.
  func stop() async {
    sweeping?.cancel()
    await sweeping?.value
    await store.close()
  }
}
