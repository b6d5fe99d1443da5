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
  var parked = ParkedCalls()

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

  /// The calls in as few batches as that bound allows.
  static func batches(of calls: [LaneCall], _ options: LaneOptions) -> [[LaneCall]] {
    var batches: [[LaneCall]] = []
    var rest = calls[...]
    while !rest.isEmpty {
      let fits = bound(options)
      let end = rest.dropFirst().firstIndex { !fits($0) } ?? rest.endIndex
      batches.append(Array(rest[..<end]))
      rest = rest[end...]
    }
    return batches
  }

  static func halves(of calls: [LaneCall]) -> [[LaneCall]] {
    let middle = calls.count / 2
    return [Array(calls[..<middle]), Array(calls[middle...])]
  }

  /// Answers every call, once; those that need a row that another session holds, later on.
  mutating func work(_ calls: [LaneCall]) async {
    await decide(parked.isEmpty ? calls : park(calls, waitingFor: parked.held))
    if let next = parked.nextTry, next.microseconds <= host.now { await tryParked() }
  }

  /// Answers what still waits.
  mutating func close() async {
    while let next = parked.nextTry {
      await host.sleep(microseconds: max(0, next.microseconds - host.now))
      await tryParked()
    }
    session.close()
  }

  /// Answers the calls or puts them aside.
  ///
  /// - Parameter inLine: whether they wait for their rows as long as it may take where many do.
  mutating func decide(_ calls: [LaneCall], inLine: Bool = false) async {
    guard !calls.isEmpty else { return }
    var calls = calls
    var figures = BatchFigures(of: calls, at: host.now)
    let ending = await run(&calls, inLine: inLine, &figures)
    options.observe(figures)
    switch ending {
    case .answered(let results):
      for (call, result) in zip(calls, results) { call.answer(.success(result)) }
    case .failed(let error):
      for call in calls { call.answer(.failure(error)) }
    case .divided(let parts):
      for part in parts { await decide(part, inLine: inLine) }
    }
  }

  private enum Ending {
    case answered([WorkResult])
    /// The same for all.
    case failed(LedgerError)
    /// Some calls may have failed the others, so they are tried apart.
    case divided([[LaneCall]])
  }

  /// Calls whose patience ends are answered and taken out of `calls`.
  private mutating func run(
    _ calls: inout [LaneCall], inLine: Bool, _ figures: inout BatchFigures
  ) async -> Ending {
    var mayBeCommitted = false
    var reason: LedgerError?
    var pause: Int64 = 2_000
    while true {
      let failure: AttemptFailure
      switch await attempt(calls, inLine: inLine, until: end(of: calls), &figures) {
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
        if let parts = await divide(calls, after: failure, at: next) { return .divided(parts) }
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

  func answerOverdue(
    in calls: inout [LaneCall], at instant: Int64, _ error: LedgerError
  ) {
    calls.removeAll { call in
      guard isOverdue(call, at: instant) else { return false }
      call.answer(.failure(error))
      return true
    }
  }

  /// The parts in which calls are tried again where some of them may have failed all.
  private mutating func divide(
    _ calls: [LaneCall], after failure: AttemptFailure, at instant: Int64
  ) async -> [[LaneCall]]? {
    if case .blocked = failure { return await parts(ofBlocked: calls) }
    guard calls.count > 1 else { return nil }
    switch failure {
    case .refused, .corrupt: return LaneWorker.halves(of: calls)
    case .raced:
      return calls.allSatisfy { isOverdue($0, at: instant) } ? LaneWorker.halves(of: calls) : nil
    case .blocked, .toBeRepeated, .lostAtCommit, .hopeless: return nil
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
