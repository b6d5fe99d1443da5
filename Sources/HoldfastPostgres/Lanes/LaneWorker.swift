internal import Holdfast

/// What a lane does with its calls: it takes them, runs their transaction until it is decided, and
/// answers them.
struct LaneWorker {
  let context: StoreContext
  let options: LaneOptions
  let host: any Host
  var session: Session
  /// In whose rows its transactions add to the stored sums.
  let writer: Int64

  init(_ context: StoreContext, _ options: LaneOptions, _ host: any Host) {
    self.context = context
    self.options = options
    self.host = host
    session = Session(host)
    writer = RollupWriter.lane(by: HostRandom(host: host))
  }

  /// Says of each further call whether it still fits into the batch.
  static func bound(_ options: LaneOptions) -> (LaneCall) -> Bool {
    var commands = 1
    var calls = 1
    return { call in
      commands += call.size
      calls += 1
      return commands <= options.maximumCommands && calls <= options.maximumCalls
    }
  }

  mutating func close() {
    session.close()
  }

  /// Answers every call, once.
  mutating func work(_ calls: [LaneCall]) async {
    var calls = calls
    var figures = BatchFigures(of: calls, at: host.now)
    let ending = await run(&calls, &figures)
    options.observe(figures)
    switch ending {
    case .answered(let results):
      for (call, result) in zip(calls, results) { call.answer(.success(result)) }
    case .failed(let error):
      for call in calls { call.answer(.failure(error)) }
    case .divided(let first, let second):
      await work(first)
      await work(second)
    }
  }

  private enum Ending {
    case answered([WorkResult])
    /// The same for all.
    case failed(LedgerError)
    /// Some calls may have failed the others, so they are tried apart.
    case divided([LaneCall], [LaneCall])
  }

  /// Calls whose patience ends are answered and taken out of `calls`.
  private mutating func run(
    _ calls: inout [LaneCall], _ figures: inout BatchFigures
  ) async -> Ending {
    var mayBeCommitted = false
    var reason: LedgerError?
    var pause: Int64 = 2_000
    while true {
      let failure: AttemptFailure
      switch await attempt(calls, until: end(of: calls), &figures) {
      case .success(let results):
        figures.outcome = .committed
        return .answered(results)
      case .failure(let its): failure = its
      }
      if case .lostAtCommit = failure { mayBeCommitted = true }
      let next = host.now + pause
      if mayBeCommitted {
        // They stay together: what may be committed is asked for again as it was sent, so that no
        // call is decided on a state in which its own first try is still to come.
        figures.outcome = .unknown
        if failure.isHopeless || next >= end(of: calls).microseconds {
          return .failed(StoreError.unknown)
        }
      } else {
        if let (first, second) = await divide(calls, after: failure, at: next) {
          return .divided(first, second)
        }
        if failure.isFinal { return .failed(failure.ledgerError) }
        // A try that the end of the patience cut short says less than the one before.
        if let reason, end(of: calls).microseconds <= host.now {
          answerOverdue(in: &calls, at: next, reason)
        } else {
          reason = failure.ledgerError
          answerOverdue(in: &calls, at: next, failure.ledgerError)
        }
        if calls.isEmpty { return .answered([]) }
      }
      figures.retries += 1
      await host.sleep(microseconds: pause)
      pause = min(pause * 2, 200_000)
    }
  }

  /// When nobody among them waits any longer.
  private func end(of calls: [LaneCall]) -> Deadline {
    let latest = calls.reduce(Int64.min) { max($0, $1.queuedAt) }
    return Deadline(microseconds: latest + options.patience)
  }

  private func isOverdue(_ call: LaneCall, at instant: Int64) -> Bool {
    call.queuedAt + options.patience <= instant
  }

  private func answerOverdue(
    in calls: inout [LaneCall], at instant: Int64, _ error: LedgerError
  ) {
    calls.removeAll { call in
      guard isOverdue(call, at: instant) else { return false }
      call.answer(.failure(error))
      return true
    }
  }

  /// The two parts in which calls are tried again where some of them may have failed all.
  private mutating func divide(
    _ calls: [LaneCall], after failure: AttemptFailure, at instant: Int64
  ) async -> ([LaneCall], [LaneCall])? {
    guard calls.count > 1 else { return nil }
    let middle = calls.count / 2
    let halves = (Array(calls[..<middle]), Array(calls[middle...]))
    switch failure {
    case .refused, .corrupt: return halves
    case .raced: return calls.allSatisfy { isOverdue($0, at: instant) } ? halves : nil
    case .blocked:
      let locked = await lockedAccounts(calls)
      let free = calls.filter { accounts(of: $0).isDisjoint(with: locked) }
      guard !free.isEmpty, free.count < calls.count else { return nil }
      return (free, calls.filter { !accounts(of: $0).isDisjoint(with: locked) })
    case .toBeRepeated, .lostAtCommit, .hopeless: return nil
    }
  }

  func accounts(of call: LaneCall) -> Set<AccountID> {
    Footprint([call.work], hashKey: context.hashKey).accounts
  }
}

extension BatchFigures {
  fileprivate init(of calls: [LaneCall], at now: Int64) {
    let waits = calls.map { now - $0.queuedAt }
    self.init(
      commands: calls.reduce(0) { $0 + $1.size }, accounts: 0,
      queueTime: QueueTime(
        longest: waits.max() ?? 0, mean: waits.reduce(0, +) / Int64(max(1, waits.count))),
      phases: Phases(load: 0, decide: 0, write: 0), retries: 0, outcome: .rolledBack)
  }
}
