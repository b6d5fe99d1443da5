internal import Holdfast
internal import HoldfastTesting

/// Lets the clients race, in this process or in workers, while the injuries happen.
struct RaceField: Sendable {
  let options: StressOptions
  let stage: StressStage
  let notes: HistoryWriter
  let workers: StressWorkers
  let plan: RaceDriver.Plan

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
    // Nothing is struck any more when the last calls are answered.
    let ending = Task {
      try? await Task.sleep(for: .microseconds(plan.end - plan.clock.now))
      injuring.cancel()
    }
    let before = ProcessTime.seconds
    let failure: HistoryError?
    do throws(HistoryError) {
      try await RaceDriver(target: target, history: notes, meter: meter, plan: plan).run()
      failure = nil
    } catch {
      failure = error
    }
    let spent = ProcessTime.seconds - before
    for task in [line, ending] { task.cancel() }
    await line.value
    await target.close()
    if let failure { throw RaceFailure("\(failure)") }
    return spent
  }

  private func inWorkers(_ injuring: Task<Void, Never>) async throws(RaceFailure) -> Double {
    try workers.start(plan)
    let line = Task { await LiveLine(clock: plan.clock).show { workers.counts } }
    while await workers.areRunning {
      if plan.clock.now >= plan.end { injuring.cancel() }
      if plan.clock.now >= plan.end + StressWorkers.patience { workers.stop() }
      try? await Task.sleep(for: .milliseconds(50))
    }
    line.cancel()
    await line.value
    let spent = workers.processorSeconds
    if let failure = workers.failure { throw failure }
    return spent
  }
}
