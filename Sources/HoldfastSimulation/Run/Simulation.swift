internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// One world from its beginning to its end, and the judgement.
///
/// `@unchecked Sendable`: as `World`.
final class Simulation: @unchecked Sendable {
  let plan: SimulationPlan
  let world: World
  let server: SimulatedServer
  var calls: [SimulatedCall] = []
  private(set) var violations: [String] = []
  var processes: [SimulatedProcess] = []
  /// What callers were told to have reserved, the latest last.
  var reservations: [OpenedReservation] = []
  var callersAtWork = 0
  var callerCount = 0
  private var isOver = false

  private static let longest: Int64 = 3_600_000_000

  init(_ plan: SimulationPlan, seed: UInt64, tell: ((String) -> Void)?) {
    self.plan = plan
    world = World(seed: seed, tell: tell)
    server = SimulatedServer(world)
    server.database.keepsIdentitiesOnce = !plan.defect.doesWithoutUniqueKeys
    server.database.refusedDescription = Array(CallScript.poison.utf8)
  }

  /// Everything happens on the thread that calls this.
  func run() {
    world.executor.start { [self] in
      do { try await live() } catch { violations.append("the world ends early: \(error)") }
      isOver = true
    }
    world.run(until: Simulation.longest)
    if !isOver { violations.append("something waits for ever") }
  }

  private func live() async throws {
    try await open()
    let faults = FaultRates(network: plan.networkFaults)
    for _ in 0..<plan.processes {
      let process = try SimulatedProcess(world, server, plan, faults)
      processes.append(process)
      for _ in 0..<plan.callers { begin(in: process, seed: world.random.next()) }
    }
    planAccidents()
    let follower = try SimulatedProcess(world, server, plan, faults, isSweeping: false)
    let feed = FeedFollower(follower.store, world)
    let following = Task(executorPreference: world.executor) { await feed.follow() }
    await until { [self] in callersAtWork == 0 }
    for process in processes {
      process.host.faults = .none
      await process.stop()
    }
    feed.stop()
    await following.value
    await follower.stop()
    // Longer than anything the server still waits for.
    await sleep(60_000_000)
    try await judge(feed)
  }

  /// What is there before anybody comes.
  private func open() async throws {
    var calm = SimulationPlan.calm
    calm.slots = plan.slots
    let process = try SimulatedProcess(world, server, calm, .none)
    try await process.store.define(CallScript.item, in: CallScript.tenant)
    await process.stop()
  }

  // MARK: Waiting

  func until(_ isReady: @escaping () -> Bool) async {
    await withCheckedContinuation { continuation in
      world.when(isReady) { continuation.resume() }
    }
  }

  func sleep(_ microseconds: Int64) async {
    await withCheckedContinuation { continuation in
      world.after(microseconds) { continuation.resume() }
    }
  }

  // MARK: Judging

  private func judge(_ feed: FeedFollower) async throws {
    var calm = SimulationPlan.calm
    calm.slots = plan.slots
    let process = try SimulatedProcess(world, server, calm, .none)
    var judgement = Judgement(calls: calls, plan: plan)
    try await judgement.judge(process.store, feed)
    violations += judgement.violations
    await process.stop()
  }
}
