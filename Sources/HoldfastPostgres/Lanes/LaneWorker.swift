internal import Holdfast

/// What runs on a lane's thread: it takes calls, runs their transaction until it is decided, and answers
/// them.
struct LaneWorker {
  private let context: StoreContext
  private let options: LaneOptions
  private var session: Session

  init(_ context: StoreContext, _ options: LaneOptions) {
    self.context = context
    self.options = options
    session = Session(options.connection)
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
  mutating func work(_ calls: [LaneCall]) {
    let now = Deadline.now
    let waits = calls.map { now - $0.queuedAt }
    var figures = BatchFigures(
      commands: calls.reduce(0) { $0 + $1.size }, accounts: 0,
      queueTime: BatchFigures.QueueTime(
        longest: waits.max() ?? 0, mean: waits.reduce(0, +) / Int64(max(1, waits.count))),
      phases: BatchFigures.Phases(load: 0, decide: 0, write: 0), retries: 0, outcome: .rolledBack)
    let outcome = run(calls.map(\.work), &figures)
    options.observe(figures)
    switch outcome {
    case .answered(let results):
      for (call, result) in zip(calls, results) { call.answer(.success(result)) }
    case .failed(let error):
      for call in calls { call.answer(.failure(error)) }
    case .refusedByServer(let error):
      // One call may have made the server refuse them all.
      guard calls.count > 1 else {
        calls[0].answer(.failure(error))
        return
      }
      work(Array(calls[..<(calls.count / 2)]))
      work(Array(calls[(calls.count / 2)...]))
    }
  }

  private enum Outcome {
    case answered([WorkResult])
    /// The same for all.
    case failed(LedgerError)
    /// Not because of the connection or of other transactions: what was sent was not acceptable.
    case refusedByServer(LedgerError)
  }

  private mutating func run(_ work: [Work], _ figures: inout BatchFigures) -> Outcome {
    let end = Deadline.after(microseconds: options.patience)
    var mayBeCommitted = false
    var pause: Int64 = 2_000
    while true {
      let failure: Attempt
      switch attempt(work, end, &figures) {
      case .answered(let results):
        figures.outcome = .committed
        return .answered(results)
      case let other: failure = other
      }
      if case .lostAtCommit = failure {
        mayBeCommitted = true
        figures.outcome = .unknown
      }
      let isOver = Deadline.now + pause >= end.microseconds
      switch failure {
      case .answered: break
      case .corrupt: return .failed(StoreError.corrupt)
      case .refused(let error):
        if !mayBeCommitted { return .refusedByServer(StoreError.unavailable(error)) }
        if isOver { return .failed(StoreError.unknown) }
      case .hopeless(let error):
        return .failed(mayBeCommitted ? StoreError.unknown : StoreError.unavailable(error))
      case .raced, .toBeRepeated, .lostAtCommit:
        if isOver {
          return .failed(
            mayBeCommitted ? StoreError.unknown : StoreError.unavailable(failure.error))
        }
      }
      figures.retries += 1
      OwnThread.sleep(microseconds: pause)
      pause = min(pause * 2, 200_000)
    }
  }

  /// How one try ended.
  private enum Attempt {
    case answered([WorkResult])
    /// Another transaction was faster; nothing happened.
    case raced
    /// Nothing happened, and the same may work soon.
    case toBeRepeated(PostgresError)
    /// COMMIT was sent and not answered.
    case lostAtCommit(PostgresError)
    /// The server does not accept a statement; nothing happened.
    case refused(PostgresError)
    /// Nothing happened, and it will not work soon either.
    case hopeless(PostgresError)
    case corrupt

    var error: PostgresError? {
      switch self {
      case .toBeRepeated(let error), .lostAtCommit(let error), .refused(let error),
        .hopeless(let error):
        error
      case .answered, .raced, .corrupt: nil
      }
    }
  }

  private mutating func attempt(
    _ work: [Work], _ end: Deadline, _ figures: inout BatchFigures
  ) -> Attempt {
    var isCommitting = false
    do {
      let connection = try session.connection(until: end)
      var batch = Batch(work, context)
      figures.accounts = batch.accountCount
      let began = Deadline.now
      var statements = batch.begin()
      var wroteFrom = began
      var isDecided = false
      while true {
        let replies = try connection.run(
          statements, deadline: .after(microseconds: options.answerWithin))
        let replied = Deadline.now
        if isDecided { figures.phases.write += replied - wroteFrom }
        switch try batch.take(replies) {
        case .finished(let results): return .answered(results)
        case .send(let next, let isWritten):
          wroteFrom = Deadline.now
          if batch.isDecided {
            isDecided = true
            figures.phases.load += replied - began
            figures.phases.decide += wroteFrom - replied
          }
          isCommitting = isWritten
          statements = next
        }
      }
    } catch let error as PostgresError {
      return classify(error, isCommitting: isCommitting)
    } catch BatchFailure.corrupt {
      session.rollback()
      return .corrupt
    } catch {
      session.rollback()
      return .raced
    }
  }

  private mutating func classify(_ error: PostgresError, isCommitting: Bool) -> Attempt {
    switch error.kind {
    case .cannotConnect:
      return error.isRetryable ? .toBeRepeated(error) : .hopeless(error)
    case .connectionLost, .timedOut:
      session.close()
      // An announced end executed nothing of what followed, COMMIT least of all.
      return isCommitting && error.sqlState == nil ? .lostAtCommit(error) : .toBeRepeated(error)
    case .refused(let state):
      session.rollback()
      // What was not there when it was looked for, and is there now: another transaction made it.
      if state == .uniqueViolation { return .raced }
      return error.isRetryable ? .toBeRepeated(error) : .refused(error)
    }
  }
}
