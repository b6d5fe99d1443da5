internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// What the callers do.
extension Simulation {
  func begin(
    in process: SimulatedProcess, seed: UInt64
  ) {
    callersAtWork += 1
    callerCount += 1
    let script = CallScript(caller: callerCount, plan: plan, seed: seed)
    world.executor.start { [self] in
      await call(script, in: process)
      callersAtWork -= 1
    }
  }

  private func call(_ script: CallScript, in process: SimulatedProcess) async {
    var script = script
    for _ in 0..<plan.calls where !process.host.isDead {
      await sleep(script.pause())
      let first = script.next(reservations)
      let submissions = script.list(first, reservations)
      for _ in 0..<3 where !process.host.isDead {
        let isAnswered = await ask(submissions, of: &script, process)
        guard !isAnswered, submissions.count == 1, script.random.chance(80) else { break }
        await sleep(script.pause())
      }
    }
  }

  /// Whether there was an answer that says something about the ledger.
  private func ask(
    _ submissions: [Submission], of script: inout CallScript, _ process: SimulatedProcess
  ) async -> Bool {
    let first = calls.count
    for submission in submissions {
      calls.append(
        SimulatedCall(caller: script.caller, submission: submission, began: world.now))
    }
    let sending = Task(executorPreference: world.executor) {
      await Simulation.send(submissions, to: process.store)
    }
    if let impatience = script.impatience() { world.after(impatience) { sending.cancel() } }
    let results = await sending.value
    guard !process.host.isDead else { return true }
    for (index, result) in results.enumerated() {
      calls[first + index].ended = world.now
      calls[first + index].result = result
      note(result, to: submissions[index])
    }
    return !calls[first].isToBeRepeated
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

  /// Several commands go as a list.
  static func send(
    _ submissions: [Submission], to store: PostgresStore
  ) async -> [Result<[CommandResult], LedgerError>] {
    do throws(LedgerError) {
      guard submissions.count > 1 else {
        return [.success(try await submissions[0].send(to: store))]
      }
      let commands = submissions.compactMap { submission -> Command? in
        if case .command(let command) = submission { command } else { nil }
      }
      return try await store.submit(commands).map { $0.map { [$0] } }
    } catch {
      return submissions.map { _ in .failure(error) }
    }
  }
}
