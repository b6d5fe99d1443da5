internal import Holdfast

/// The steps of a job that fall into one tick, run as a task of their own.
struct DemoTask: Sendable {
  let job: DemoJob
  let tenant: TenantName
  let store: any LedgerStore
  var state: State
  private(set) var calls: [DemoCall] = []

  /// What a client remembers of its job between ticks.
  struct State: Sendable {
    var nextStep = 0
    var answers: [Int: [CommandResult]] = [:]
    var reservations: Set<ReservationID> = []
  }

  init(job: DemoJob, tenant: TenantName, store: any LedgerStore, state: State) {
    self.job = job
    self.tenant = tenant
    self.store = store
    self.state = state
  }

  mutating func run(tick: Int) async {
    while state.nextStep < job.steps.count, job.steps[state.nextStep].tick == tick {
      let step = job.steps[state.nextStep]
      if await perform(step) {
        state.nextStep += 1
      } else {
        state.nextStep = job.steps.count
      }
      // As the network would, this lets other clients come in between.
      await Task.yield()
    }
  }

  /// Whether the client goes on.
  private mutating func perform(_ step: DemoJob.Step) async -> Bool {
    guard let answer = await send(step.request, copies: step.copies) else { return true }
    switch answer {
    case .accepted(let results):
      state.answers[state.nextStep] = results
      if let altered = step.altered { _ = await send(altered, copies: 1) }
      return true
    case .refused:
      switch step.ifRefused {
      case .goOn: return true
      case .stop: return false
      case .finish(let request):
        _ = await send(request, copies: 1)
        return false
      }
    }
  }

  private enum Reply {
    case accepted([CommandResult])
    case refused
  }

  /// Sends the request so many times at once. `nil` when there is nothing that it could be about.
  private mutating func send(_ request: DemoJob.Request, copies: Int) async -> Reply? {
    guard let request = resolved(request) else { return nil }
    var reply = Reply.refused
    for answer in await answer(to: request, copies: copies) {
      let call = DemoCall(request, of: job, answer)
      calls.append(call)
      guard !call.isRefused, case .success(let results) = answer else { continue }
      note(results)
      reply = .accepted(results)
    }
    return reply
  }

  private func answer(to request: DemoJob.Request, copies: Int) async -> [DemoCall.Answer] {
    guard copies > 1 else { return [await DemoTask.answer(to: request, of: store)] }
    let store = store
    return await withTaskGroup(of: DemoCall.Answer.self) { tasks in
      for _ in 0..<copies {
        tasks.addTask { await DemoTask.answer(to: request, of: store) }
      }
      return await tasks.reduce(into: []) { $0.append($1) }
    }
  }

  private static func answer(
    to request: DemoJob.Request, of store: any LedgerStore
  ) async -> DemoCall.Answer {
    do throws(LedgerError) {
      switch request {
      case .command(let command): return .success([try await store.submit(command)])
      case .group(let group): return .success(try await store.submit(group))
      case .following: return .success([])
      }
    } catch {
      return .failure(error)
    }
  }

  /// The request with what an earlier answer named put in.
  private func resolved(_ request: DemoJob.Request) -> DemoJob.Request? {
    guard case .following(let step, let key, let follow) = request else { return request }
    guard let outcome = state.answers[step]?.first?.outcome,
      let action = Command.Action(follow, outcome)
    else { return nil }
    return .command(Command(tenant: tenant, account: job.account, key: key, action: action))
  }

  private mutating func note(_ results: [CommandResult]) {
    for result in results {
      if case .reservation(let reservation) = result.outcome {
        state.reservations.insert(reservation.reservationId)
      }
    }
  }
}

extension Command.Action {
  /// The command that follows an outcome; `nil` when that named nothing to act on.
  fileprivate init?(_ follow: DemoJob.Follow, _ outcome: CommandResult.Outcome) {
    switch (follow, outcome) {
    case (.reverse(let amount, let reason), .settle(let result)):
      self = .reverse(Reverse(entry: result.entryId, amount: amount, reason: reason))
    case (.reverse(let amount, let reason), .debit(let result)):
      self = .reverse(Reverse(entry: result.entryId, amount: amount, reason: reason))
    case (.reverse(let amount, let reason), .credit(let result)):
      self = .reverse(Reverse(entry: result.entryId, amount: amount, reason: reason))
    case (.reverseUsage, .recordUsage(let result)):
      guard let record = result.recordId else { return nil }
      self = .reverseUsage(ReverseUsage(record: record))
    case (.voidLot, .credit(let result)): self = .voidLot(VoidLot(lot: result.lotId))
    case (.moveExpiry(let instant), .credit(let result)):
      self = .updateLot(UpdateLot(lot: result.lotId, expiry: .at(instant)))
    default: return nil
    }
  }
}
