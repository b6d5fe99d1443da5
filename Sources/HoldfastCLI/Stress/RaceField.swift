internal import Holdfast
internal import HoldfastTesting

/// Lets the clients race, in this process or in workers, while the injuries happen.
struct RaceField: Sendable {
  let options: StressOptions
  let stage: StressStage
  let notes: HistoryWriter
  let workers: StressWorkers
  let interruption: Interruption
  let plan: RaceDriver.Plan

  /// How often it looks whether the race is over.
  private static let glance = Duration.milliseconds(50)

  /// Returns the processor seconds that the clients took.
  func race(header: RaceHeader) async throws(RaceFailure) -> Double? {
    let injuries = StressInjuries(
      stage: stage, faults: options.faults, every: options.faultEvery, seed: options.seed,
      killWorker: { await workers.replaceOne(plan) },
      note: { text in
        // The race itself ends when its history cannot be written.
        _ = try? notes.append(.fault(text))
      })
    let injuring = Task { await injuries.run() }
    let result: Result<Double?, RaceFailure>
    do throws(RaceFailure) {
      result = .success(
        options.usesWorkers ? try await inWorkers(injuring) : try await here(header, injuring))
    } catch {
      result = .failure(error)
    }
    injuring.cancel()
    await injuring.value
    return try result.get()
  }

  private func here(
    _ header: RaceHeader, _ injuring: Task<Void, Never>
  ) async throws(RaceFailure) -> Double {
    let target = try await stage.work.open(header, clients: plan.clients.count)
    let meter = RaceMeter()
    let line = Task { await LiveLine(clock: plan.clock).show { [meter.take()] } }
    let before = ProcessTime.seconds
    let racing = Task {
      try await RaceDriver(target: target, history: notes, meter: meter, plan: plan).run()
    }
    let ending = Task {
      while plan.clock.now < plan.end, interruption.exitCode == nil {
        do { try await Task.sleep(for: RaceField.glance) } catch { return }
      }
      // Nothing is struck any more when the last calls are answered.
      injuring.cancel()
      if interruption.exitCode != nil { racing.cancel() }
    }
    let result = await racing.result
    let spent = ProcessTime.seconds - before
    for task in [line, ending] { task.cancel() }
    await line.value
    await target.close()
    if case .failure(let error) = result { throw RaceFailure("\(error)") }
    return spent
  }

  private func inWorkers(_ injuring: Task<Void, Never>) async throws(RaceFailure) -> Double {
    try workers.start(plan)
    let line = Task { await LiveLine(clock: plan.clock).show { workers.counts } }
    var end = plan.end
    while await workers.areRunning {
      if interruption.exitCode != nil, plan.clock.now < end {
        end = plan.clock.now
        workers.askForEnd()
      }
      if plan.clock.now >= end { injuring.cancel() }
      if plan.clock.now >= end + StressWorkers.patience { workers.stop() }
      try? await Task.sleep(for: RaceField.glance)
    }
    line.cancel()
    await line.value
    let spent = workers.processorSeconds
    if let failure = workers.failure { throw failure }
    return spent
  }
}
