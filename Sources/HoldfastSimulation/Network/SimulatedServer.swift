internal import HoldfastPostgres

/// The database server: it runs what arrives, statement by statement, on as many backends as there are
/// connections.
final class SimulatedServer {
  let world: World
  var database = SimulatedDatabase()
  /// Whether it takes connections.
  private(set) var isUp = true
  private(set) var backends: [Int: Backend] = [:]
  private var lastBackend = 0
  /// Who waits for the end of a transaction, in order of arrival.
  private var waiting: [SimulatedDatabase.TransactionID: [Backend]] = [:]
  private var waitsFor: [Int: SimulatedDatabase.TransactionID] = [:]
  /// By how much its clock is ahead of the world's.
  var clockLead: Int64 = 1_800_000_000_000_000
  private(set) var deadlocks = 0
  /// How often each statement was executed.
  private(set) var statements: [String: Int] = [:]

  private static let idleTimeout: Int64 = 15_000_000
  private static let deadlockTimeout: Int64 = 1_000_000

  init(_ world: World) {
    self.world = world
  }

  var clock: Int64 { world.now + clockLead }

  func connect() -> Backend {
    lastBackend += 1
    let backend = Backend(id: lastBackend)
    backends[backend.id] = backend
    return backend
  }

  /// Takes what a client sent, and answers when it is done.
  func take(_ pipeline: Pipeline, on backend: Backend) {
    guard backend.isAlive else {
      pipeline.answer(.ended(backend.farewell, index: 0))
      return
    }
    if backend.pipeline != nil {
      backend.queue.append(pipeline)
      return
    }
    backend.pipeline = pipeline
    goOn(backend)
  }

  /// The next statement, or the end.
  private func goOn(_ backend: Backend) {
    guard backend.isAlive, let pipeline = backend.pipeline else { return }
    backend.step += 1
    let index = pipeline.replies.count
    if index == pipeline.killedAfter {
      end(backend, saying: .adminShutdown)
    } else if index == pipeline.statements.count {
      finish(backend)
    } else if index == pipeline.received {
      end(backend, saying: nil)
    } else {
      execute(pipeline.statements[index], backend)
    }
  }

  private func goOnSoon(_ backend: Backend) {
    let step = backend.step
    world.after(world.number(5...100)) { [self] in
      if backend.step == step { goOn(backend) }
    }
  }

  private func answered(_ rows: Rows, _ backend: Backend) {
    backend.pipeline?.run = nil
    backend.pipeline?.replies.append(rows)
    goOnSoon(backend)
  }

  private func execute(_ statement: Statement, _ backend: Backend) {
    world.note("backend \(backend.id) \(statement.query.name)", backend.id)
    statements[statement.query.name, default: 0] += 1
    switch statement.query.name {
    case "begin", "begin_reading":
      if backend.transaction == nil { backend.transaction = database.begin() }
      backend.isBegun = true
      answered(Rows(fields: [], commandTag: "BEGIN"), backend)
    case "commit", "rollback":
      let commits = statement.query.name == "commit" && !backend.isFailed
      endTransaction(of: backend, commits: commits)
      answered(Rows(fields: [], commandTag: commits ? "COMMIT" : "ROLLBACK"), backend)
    case "plan_by_index": set(lockTimeout: 5_000_000, "5s", backend)
    case "plan_briefly": set(lockTimeout: 500_000, "500ms", backend)
    default:
      if backend.isFailed {
        refuse(backend, with: .failedTransaction)
      } else {
        proceed(StatementRun(statement), backend)
      }
    }
  }

  /// Answers as `set_config`.
  private func set(lockTimeout: Int64, _ text: String, _ backend: Backend) {
    backend.lockTimeout = lockTimeout
    let settings = Array(repeating: "off", count: 6) + ["force_generic_plan", text, "30s", "15s"]
    answered(Rows(fields: [settings.map { Array($0.utf8) }]), backend)
  }

  private func proceed(_ run: StatementRun, _ backend: Backend) {
    var run = run
    let transaction = backend.transaction ?? database.begin()
    backend.transaction = transaction
    let progress = database.proceed(&run, in: transaction, clock: clock)
    backend.pipeline?.run = run
    switch progress {
    case .done(let rows): answered(rows, backend)
    case .refused(let state): refuse(backend, with: state)
    case .waits(let holder): wait(backend, for: holder)
    }
  }

  private func refuse(_ backend: Backend, with state: SQLState) {
    guard let pipeline = backend.pipeline else { return }
    world.note("backend \(backend.id) refuses with \(state.code)", backend.id)
    let wasBegun = backend.isBegun
    endTransaction(of: backend, commits: false)
    backend.isBegun = wasBegun
    backend.isFailed = wasBegun
    backend.pipeline = nil
    backend.step += 1
    pipeline.answer(
      .refused(state, index: pipeline.replies.count, status: status(of: backend)))
    takeNext(backend)
  }

  private func finish(_ backend: Backend) {
    guard let pipeline = backend.pipeline else { return }
    backend.pipeline = nil
    if !backend.isBegun { endTransaction(of: backend, commits: true) }
    pipeline.answer(.complete(pipeline.replies, status: status(of: backend)))
    takeNext(backend)
    guard backend.isBegun, backend.lockTimeout != nil else { return }
    let step = backend.step
    world.after(SimulatedServer.idleTimeout) { [self] in
      if backend.isAlive, backend.step == step { end(backend, saying: .idleInTransaction) }
    }
  }

  /// What arrived meanwhile, or the news that the client is gone.
  private func takeNext(_ backend: Backend) {
    guard backend.isAlive else { return }
    if !backend.queue.isEmpty {
      backend.pipeline = backend.queue.removeFirst()
      goOnSoon(backend)
    } else if backend.isHungUp {
      end(backend, saying: nil)
    }
  }

  private func status(of backend: Backend) -> TransactionStatus {
    backend.isFailed ? .failed : backend.isBegun ? .open : .idle
  }

  private func endTransaction(of backend: Backend, commits: Bool) {
    guard let transaction = backend.transaction else {
      backend.isBegun = false
      backend.isFailed = false
      backend.lockTimeout = nil
      return
    }
    backend.transaction = nil
    backend.isBegun = false
    backend.isFailed = false
    backend.lockTimeout = nil
    database.end(transaction, commits: commits)
    world.note(
      "transaction \(transaction) \(commits ? "commits" : "rolls back")",
      commits ? transaction : -transaction)
    for waiter in waiting.removeValue(forKey: transaction) ?? [] {
      guard waitsFor[waiter.id] == transaction else { continue }
      waitsFor[waiter.id] = nil
      guard waiter.isAlive, let run = waiter.pipeline?.run else { continue }
      waiter.step += 1
      proceed(run, waiter)
    }
  }

  // MARK: Waiting

  private func wait(_ backend: Backend, for holder: SimulatedDatabase.TransactionID) {
    world.note("backend \(backend.id) waits for transaction \(holder)", backend.id)
    waiting[holder, default: []].append(backend)
    waitsFor[backend.id] = holder
    backend.step += 1
    let step = backend.step
    if isWaitingForItself(backend) {
      deadlocks += 1
      give(up: backend, at: step, after: SimulatedServer.deadlockTimeout, .deadlockDetected)
    }
    guard let lockTimeout = backend.lockTimeout else { return }
    give(up: backend, at: step, after: lockTimeout, .lockNotAvailable)
  }

  private func give(
    up backend: Backend, at step: Int, after time: Int64, _ state: SQLState
  ) {
    world.after(time) { [self] in
      guard backend.isAlive, backend.step == step else { return }
      waitsFor[backend.id] = nil
      refuse(backend, with: state)
    }
  }

  private func isWaitingForItself(_ backend: Backend) -> Bool {
    var next = waitsFor[backend.id]
    var seen: Set<Int> = []
    while let holder = next, seen.insert(holder).inserted {
      if holder == backend.transaction { return true }
      let owner = backends.values.first { $0.transaction == holder }
      next = owner.flatMap { waitsFor[$0.id] }
    }
    return false
  }

  /// Stops what the backend is at, if it waits; what does not wait is over before the request is there.
  func cancel(_ backend: Backend) {
    guard backend.isAlive, waitsFor.removeValue(forKey: backend.id) != nil else { return }
    refuse(backend, with: .queryCanceled)
  }

  // MARK: Ending

  /// Ends the backend and its transaction. Its client is told unless nothing is said.
  func end(_ backend: Backend, saying farewell: SQLState?) {
    guard backend.isAlive else { return }
    world.note("backend \(backend.id) ends", backend.id)
    backend.isAlive = false
    backend.farewell = farewell
    backend.step += 1
    backends[backend.id] = nil
    waitsFor[backend.id] = nil
    endTransaction(of: backend, commits: false)
    for pipeline in [backend.pipeline].compactMap(\.self) + backend.queue {
      pipeline.answer(.ended(farewell, index: pipeline.replies.count))
    }
    backend.pipeline = nil
    backend.queue = []
  }

  /// The client closed its side. A backend notices when it has done what was sent before.
  func hangUp(_ backend: Backend) {
    guard backend.isAlive else { return }
    backend.isHungUp = true
    if backend.pipeline == nil { end(backend, saying: nil) }
  }

  /// Everything that is not committed is gone, and so are all connections.
  func crash(for time: Int64) {
    guard isUp else { return }
    world.note("the server crashes")
    isUp = false
    for backend in backends.values.sorted(by: { $0.id < $1.id }) { end(backend, saying: nil) }
    world.after(time) { [self] in
      world.note("the server is back")
      isUp = true
    }
  }

  /// Runs statements of a read without letting anything else happen meanwhile.
  func runAtOnce(_ statements: [Statement], on backend: Backend) -> PipelineEnd {
    guard backend.isAlive else { return .ended(backend.farewell, index: 0) }
    var end: PipelineEnd?
    backend.pipeline = Pipeline(
      statements: statements, received: statements.count, killedAfter: nil
    ) { end = $0 }
    while end == nil {
      goOn(backend)
      if waitsFor[backend.id] != nil {
        waitsFor[backend.id] = nil
        refuse(backend, with: .lockNotAvailable)
      }
    }
    return end ?? .ended(nil, index: 0)
  }
}

extension SQLState {
  static let adminShutdown = SQLState("57P01")
  static let notInCharacterSet = SQLState("22021")
  static let idleInTransaction = SQLState("25P03")
  static let failedTransaction = SQLState("25P02")
}
