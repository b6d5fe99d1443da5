package import Holdfast

/// Runs a planned day against a store.
package struct DemoRun: Sendable {
  package let plan: DemoPlan
  package let store: any LedgerStore
  /// The clock that the store takes its time from; it moves between ticks.
  package let clock: SimulatedClock

  /// How far a run has come.
  package struct Progress: Sendable {
    package let tick: Int
    package let calls: Int
    package let elapsed: Duration
  }

  package init(plan: DemoPlan, store: any LedgerStore, clock: SimulatedClock) {
    self.plan = plan
    self.store = store
    self.clock = clock
  }

  /// Simulates the day. Refusals are part of it; an error is thrown when the store does not take
  /// the definitions or cannot be swept.
  ///
  /// - Parameter report: Called after each tick.
  package func run(
    report: (Progress) -> Void = { _ in }
  ) async throws(LedgerError) -> DemoTally {
    let stopwatch = ContinuousClock()
    let beginning = stopwatch.now
    clock.advance(to: DemoDay.start)
    try await define()
    var tally = DemoTally()
    var states = [DemoTask.State](repeating: DemoTask.State(), count: plan.jobs.count)
    let jobs = jobsByTick()
    for tick in 0..<DemoDay.tickCount {
      clock.advance(to: DemoDay.instant(of: tick))
      try await run(jobs[tick], tick: tick, &states, &tally)
      report(
        Progress(
          tick: tick, calls: tally.total.calls, elapsed: stopwatch.now - beginning))
    }
    clock.advance(to: DemoDay.end)
    let swept = try await store.sweep(plan.tenant)
    tally.add(swept)
    tally.reservations = states.reduce(into: []) { $0.formUnion($1.reservations) }
    tally.duration = stopwatch.now - beginning
    return tally
  }

  private func define() async throws(LedgerError) {
    try await store.define(
      UnitDefinition(unit: DemoPlan.unit, name: "Credits", symbol: "cr"), in: plan.tenant)
    for item in plan.items { try await store.define(item, in: plan.tenant) }
    for account in plan.accounts {
      let address = AccountAddress(tenant: plan.tenant, account: account.name)
      for override in plan.overrides(of: account) {
        try await store.overrideLimits(override.limits, of: override.item, for: address)
      }
    }
  }

  private func jobsByTick() -> [[Int]] {
    var jobs = [[Int]](repeating: [], count: DemoDay.tickCount)
    for (index, job) in plan.jobs.enumerated() {
      for tick in Set(job.steps.map(\.tick)) { jobs[tick].append(index) }
    }
    return jobs
  }

  /// Runs all jobs that have steps in the tick at once, each as a task, and every hour the sweeper
  /// among them.
  private func run(
    _ jobs: [Int], tick: Int, _ states: inout [DemoTask.State], _ tally: inout DemoTally
  ) async throws(LedgerError) {
    let waiting = jobs.filter { job in
      states[job].nextStep < plan.jobs[job].steps.count
    }
    let instant = DemoDay.instant(of: tick)
    let finished = await withTaskGroup(of: Finished.self) { tasks in
      if tick % 12 == 0 {
        tasks.addTask { [store, plan] in
          do throws(LedgerError) {
            return .sweep(.success(try await store.sweep(plan.tenant)))
          } catch {
            return .sweep(.failure(error))
          }
        }
      }
      for job in waiting {
        let state = states[job]
        tasks.addTask { [store, plan] in
          var task = DemoTask(
            job: plan.jobs[job], tenant: plan.tenant, store: store, state: state)
          await task.run(tick: tick)
          return .job(job, task)
        }
      }
      return await tasks.reduce(into: []) { $0.append($1) }
    }
    for case .sweep(let swept) in finished { tally.add(try swept.get()) }
    for case .job(let job, let task) in finished {
      states[job] = task.state
      for call in task.calls { tally.add(call, at: instant) }
    }
    tally.taskCount += finished.count
    tally.mostTasksInATick = max(tally.mostTasksInATick, finished.count)
  }

  private enum Finished: Sendable {
    case job(Int, DemoTask)
    case sweep(Result<SweepReport, LedgerError>)
  }
}

extension DemoTally {
  fileprivate mutating func add(_ sweep: SweepReport) {
    sweptReservations += sweep.expiredReservations
    sweptLots += sweep.expiredLots
  }
}
