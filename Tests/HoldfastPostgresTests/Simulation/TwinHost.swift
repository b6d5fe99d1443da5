import Holdfast
import HoldfastPostgres
import HoldfastSimulation
import HoldfastTesting

/// The process as it is, with connections on which every statement also runs on a simulated database.
struct TwinHost: Host {
  private let system: SystemHost
  let comparison: TwinComparison

  init(_ options: ConnectionOptions, _ comparison: TwinComparison) {
    system = SystemHost(options)
    self.comparison = comparison
  }

  var now: Int64 { system.now }
  var clock: StoreClock { system.clock }
  func random() -> UInt64 { system.random() }

  func connect(until deadline: Deadline) throws(PostgresError) -> any Connection {
    TwinConnection(
      try PostgresConnection(system.options, deadline: deadline), comparison)
  }

  func sleep(microseconds: Int64) { system.sleep(microseconds: microseconds) }
  func start(_ body: @escaping @Sendable () async -> Void) { system.start(body) }

  func take<Element>(
    from queue: WorkQueue<Element>, until end: Deadline?, while fits: (Element) -> Bool
  ) -> [Element]? {
    system.take(from: queue, until: end, while: fits)
  }
}

/// A connection to the real server that asks the simulated one the same.
final class TwinConnection: Connection {
  private let real: PostgresConnection
  private let comparison: TwinComparison
  private let session: Int
  private var ahead: [Statement] = []

  init(_ real: PostgresConnection, _ comparison: TwinComparison) {
    self.real = real
    self.comparison = comparison
    session = comparison.connect()
  }

  var isBroken: Bool { real.isBroken }
  var transactionStatus: TransactionStatus { real.transactionStatus }
  var answerWithin: Int64 { real.answerWithin }
  func close() { real.close() }

  func run(_ statements: [Statement], deadline: Deadline) throws(PostgresError) -> [Rows] {
    let all = ahead + statements
    ahead = []
    do throws(PostgresError) {
      let rows = try real.run(statements, deadline: deadline)
      comparison.compare(.success(rows), all, in: session)
      return rows
    } catch {
      comparison.compare(.failure(error), all, in: session)
      throw error
    }
  }

  func sendAhead(_ statements: [Statement]) {
    ahead += statements
    real.sendAhead(statements)
  }

  func rollback(deadline: Deadline) throws(PostgresError) {
    guard transactionStatus != .idle else { return }
    _ = try run([Statement(.rollback)], deadline: deadline)
  }
}
