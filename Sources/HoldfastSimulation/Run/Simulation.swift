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
  private(set) var calls: [SimulatedCall] = []
  private(set) var violations: [String] = []
  private var processes: [SimulatedProcess] = []
  /// What callers were told to have reserved, the latest last.
  private var reservations: [OpenedReservation] = []
  private var callersAtWork = 0
  private var isOver = false

  private static let longest: Int64 = 3_600_000_000

  init(_ plan: SimulationPlan, seed: UInt64, tell: ((String) -> Void)?) {
    self.plan = plan
    world = World(seed: seed, tell: tell)
    server = SimulatedServer(world)
    server.database.keepsIdentitiesOnce = !plan.defect.doesWithoutUniqueKeys
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
    for number in 0..<plan.processes {
      let process = try SimulatedProcess(world, server, plan, faults)
      processes.append(process)
      for caller in 0..<plan.callers {
        let script = CallScript(
          caller: number * plan.callers + caller, plan: plan, seed: world.random.next())
        begin(script, in: process)
      }
    }
    planAccidents()
    await until { [self] in callersAtWork == 0 }
    for process in processes {
      process.host.faults = .none
      await process.stop()
    }
    // Longer than anything the server still waits for.
    await sleep(60_000_000)
    try await judge()
  }

  /// What is there before anybody comes.
  private func open() async throws {
    var calm = SimulationPlan.calm
    calm.slots = plan.slots
    let process = try SimulatedProcess(world, server, calm, .none)
    try await process.store.define(CallScript.item, in: CallScript.tenant)
    await process.stop()
  }

  // MARK: Callers

  private func begin(_ script: CallScript, in process: SimulatedProcess) {
    callersAtWork += 1
    world.executor.start { [self] in
      await call(script, in: process)
      callersAtWork -= 1
    }
  }

  private func call(_ script: CallScript, in process: SimulatedProcess) async {
    var script = script
    for _ in 0..<plan.calls where !process.host.isDead {
      await sleep(script.pause())
      let submission = script.next(reservations)
      for _ in 0..<3 where !process.host.isDead {
        let index = calls.count
        calls.append(
          SimulatedCall(caller: script.caller, submission: submission, began: world.now))
        let result = await Simulation.send(submission, to: process.store)
        guard !process.host.isDead else { break }
        calls[index].ended = world.now
        calls[index].result = result
        note(result, to: submission)
        guard calls[index].isToBeRepeated, script.random.chance(80) else { break }
        await sleep(script.pause())
      }
    }
  }

  private func note(
    _ result: Result<[CommandResult], LedgerError>, to submission: Submission
  ) {
    guard case .command(let command) = submission, case .reserve = command.action,
      case .success(let results) = result, case .reservation(let made) = results[0].outcome,
      let key = command.key, let account = command.account
    else { return }
    reservations.append(
      OpenedReservation(key: key, account: account, id: made.reservationId))
    if reservations.count > 3 { reservations.removeFirst() }
  }

  static func send(
    _ submission: Submission, to store: PostgresStore
  ) async -> Result<[CommandResult], LedgerError> {
    do throws(LedgerError) { return .success(try await submission.send(to: store)) } catch {
      return .failure(error)
    }
  }

  // MARK: Accidents

  private func planAccidents() {
    let span: ClosedRange<Int64> = 0...3_000_000
    for _ in 0..<plan.serverCrashes {
      world.after(world.number(span)) { [self] in
        server.crash(for: world.number(10_000...4_000_000))
      }
    }
    for _ in 0..<plan.terminations {
      world.after(world.number(span)) { [self] in
        let backends = server.backends.sorted { $0.key < $1.key }.map(\.value)
        guard !backends.isEmpty else { return }
        server.end(world.random.one(of: backends), saying: .adminShutdown)
      }
    }
    for _ in 0..<plan.pauses {
      world.after(world.number(span)) { [self] in
        world.random.one(of: processes).host.pause(for: world.number(1_000...20_000_000))
      }
    }
    for _ in 0..<plan.processDeaths {
      world.after(world.number(span)) { [self] in kill(Int(world.random.next() >> 33)) }
    }
  }

  /// A process dies, and another takes its place.
  private func kill(_ number: Int) {
    let index = number % processes.count
    let dead = processes[index]
    guard !dead.host.isDead, callersAtWork > 0 else { return }
    dead.host.die()
    world.executor.start { await dead.stop() }
    let seeds = (0..<plan.callers).map { _ in world.random.next() }
    guard
      let next = try? SimulatedProcess(
        world, server, plan, FaultRates(network: plan.networkFaults))
    else { return }
    processes[index] = next
    for seed in seeds {
      let caller = 1_000 * (calls.count + 1) + callersAtWork
      begin(CallScript(caller: caller, plan: plan, seed: seed), in: next)
    }
  }

  // MARK: Waiting

  private func until(_ isReady: @escaping () -> Bool) async {
    await withCheckedContinuation { continuation in
      world.when(isReady) { continuation.resume() }
    }
  }

  private func sleep(_ microseconds: Int64) async {
    await withCheckedContinuation { continuation in
      world.after(microseconds) { continuation.resume() }
    }
  }

  // MARK: Judging

  private func judge() async throws {
    var calm = SimulationPlan.calm
    calm.slots = plan.slots
    let process = try SimulatedProcess(world, server, calm, .none)
    var judgement = Judgement(calls: calls, plan: plan)
    try await judgement.judge(process.store)
    violations += judgement.violations
    await process.stop()
  }
}
