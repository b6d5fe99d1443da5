internal import HoldfastPostgres

/// A connection over the simulated network.
///
/// It answers as `PostgresConnection` is documented to.
final class SimulatedConnection: Connection {
  let host: SimulatedHost
  let backend: Backend
  let answerWithin: Int64 = 60_000_000
  private(set) var isBroken = false
  private(set) var transactionStatus = TransactionStatus.idle
  /// Whether the server does not even hear that the connection is closed.
  var isSilent = false
  /// When the last of what was sent arrives, in the world's time.
  var sendsUntil: Int64 = 0
  private let number: Int
  private var exchange: Exchange?
  private var ahead: [Statement] = []

  init(_ host: SimulatedHost, _ backend: Backend, number: Int) {
    self.host = host
    self.backend = backend
    self.number = number
  }

  func run(
    _ statements: [Statement], deadline: Deadline
  ) async throws(PostgresError) -> [Rows] {
    let statements = ahead + statements
    ahead = []
    if statements.isEmpty { return [] }
    guard !isBroken else { throw PostgresError(.connectionLost) }
    if deadline.microseconds <= host.now { throw PostgresError(.timedOut) }
    return try await host.defect.run(statements, on: self, until: deadline).get()
  }

  /// They go with the others: how much of it all arrives, and when, is a matter of chance anyway.
  func sendAhead(_ statements: [Statement]) {
    ahead += statements
  }

  /// One exchange, and what came of it.
  func exchange(
    _ statements: [Statement], until deadline: Deadline
  ) async -> Exchange.Outcome {
    await withCheckedContinuation { continuation in
      begin(statements, until: deadline) { continuation.resume(returning: $0) }
    }
  }

  func begin(
    _ statements: [Statement], until deadline: Deadline,
    whenOver: @escaping @Sendable (Exchange.Outcome) -> Void
  ) {
    let exchange = Exchange(self, statements) { [self] outcome, status in
      self.exchange = nil
      transactionStatus = status
      if status == .unknown { close() }
      host.soon { whenOver(outcome) }
    }
    self.exchange = exchange
    exchange.begin(until: deadline)
  }

  func run(_ statements: [Statement], deadline: Deadline) throws(PostgresError) -> [Rows] {
    if statements.isEmpty { return [] }
    guard !isBroken else { throw PostgresError(.connectionLost) }
    let isLostBefore = host.isDead || host.world.chance(host.faults.network / 2)
    let end =
      isLostBefore
      ? PipelineEnd.ended(nil, index: 0) : host.server.runAtOnce(statements, on: backend)
    switch end {
    case .complete(let rows, let status):
      transactionStatus = status
      if host.world.chance(host.faults.network / 2) {
        close()
        throw PostgresError(.connectionLost, statementIndex: 0)
      }
      return rows
    case .refused(let state, let index, let status):
      transactionStatus = status
      throw PostgresError(.refused(state), statementIndex: index)
    case .ended(let state, let index):
      close()
      throw PostgresError(.connectionLost, statementIndex: index, sqlState: state)
    }
  }

  func rollback(deadline: Deadline) async throws(PostgresError) {
    guard transactionStatus != .idle else { return }
    _ = try await run([Statement(.rollback)], deadline: deadline)
  }

  func rollback(deadline: Deadline) throws(PostgresError) {
    guard transactionStatus != .idle else { return }
    _ = try run([Statement(.rollback)], deadline: deadline)
  }

  func close() {
    guard !isBroken else { return }
    isBroken = true
    transactionStatus = .unknown
    host.forget(number)
    if isSilent { return }
    let (world, server, backend) = (host.world, host.server, backend)
    let arrival = max(world.now + world.latency(), sendsUntil + 1)
    world.after(arrival - world.now) { server.hangUp(backend) }
  }

  /// The process is gone, and the system closes its connections.
  func abort() {
    exchange?.abort()
    close()
  }
}
