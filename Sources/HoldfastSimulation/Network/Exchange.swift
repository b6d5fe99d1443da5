internal import HoldfastPostgres

/// Statements on their way to the server, and what comes back, as the client comes to know it.
final class Exchange {
  typealias Outcome = Result<[Rows], PostgresError>

  private let connection: SimulatedConnection
  private let statements: [Statement]
  private let whenOver: (Outcome, TransactionStatus) -> Void
  private var isOver = false
  private var fate = Fate.arrives(delay: 0)

  private var world: World { connection.host.world }
  private var server: SimulatedServer { connection.host.server }

  init(
    _ connection: SimulatedConnection, _ statements: [Statement],
    whenOver: @escaping (Outcome, TransactionStatus) -> Void
  ) {
    self.connection = connection
    self.statements = statements
    self.whenOver = whenOver
  }

  func begin(until deadline: Deadline) {
    let host = connection.host
    world.after(host.worldTime(until: deadline)) { self.timeOut() }
    fate = Fate.drawn(statements.count, perMille: host.faults.network, world)
    var received = statements.count
    var killedAfter: Int?
    var delay = world.latency()
    switch fate {
    case .arrives(let more): delay += more
    case .lostBefore:
      world.after(delay) { self.lose(nil, index: 0) }
      return
    case .silence:
      connection.isSilent = true
      return
    case .cut(let count): received = count
    case .killed(let after): killedAfter = after
    case .replyLost, .replyDelayed: break
    }
    // What is sent on one connection arrives in order.
    delay = max(delay, connection.sendsUntil - world.now + 1)
    connection.sendsUntil = world.now + delay
    let pipeline = Pipeline(
      statements: statements, received: received, killedAfter: killedAfter
    ) { self.take($0) }
    let (server, backend) = (server, connection.backend)
    world.after(delay) { server.take(pipeline, on: backend) }
  }

  /// The client's process is gone.
  func abort() {
    lose(nil, index: 0)
  }

  private func take(_ end: PipelineEnd) {
    var delay = world.latency()
    switch fate {
    case .replyLost(let isTold):
      if isTold {
        let index = Int(world.number(0...Int64(statements.count)))
        world.after(delay) { self.lose(nil, index: index) }
      } else {
        connection.isSilent = true
      }
      return
    case .replyDelayed(let more): delay += more
    case .arrives, .lostBefore, .silence, .cut, .killed: break
    }
    world.after(delay) { self.conclude(end) }
  }

  private func conclude(_ end: PipelineEnd) {
    switch end {
    case .complete(let rows, let status): finish(.success(rows), status)
    case .refused(let state, let index, let status):
      finish(.failure(PostgresError(.refused(state), statementIndex: index)), status)
    case .ended(let state, let index):
      // A server that says nothing keeps small answers back; and of one that is ended after COMMIT the
      // client may or may not read that it was done.
      let least = state == nil ? 0 : max(0, index == statements.count ? index - 1 : index)
      lose(state, index: Int(world.number(Int64(least)...Int64(index))))
    }
  }

  private func lose(_ state: SQLState?, index: Int) {
    finish(
      .failure(PostgresError(.connectionLost, statementIndex: index, sqlState: state)), .unknown)
  }

  private func timeOut() {
    guard !isOver else { return }
    if world.chance(500) {
      let (server, backend) = (server, connection.backend)
      world.after(world.latency()) { server.cancel(backend) }
    }
    let index = Int(world.number(0...Int64(statements.count)))
    finish(.failure(PostgresError(.timedOut, statementIndex: index)), .unknown)
  }

  private func finish(_ outcome: Outcome, _ status: TransactionStatus) {
    guard !isOver else { return }
    isOver = true
    if case .failure(let error) = outcome { world.note("client: \(error)", 1) }
    whenOver(outcome, status)
  }
}
