import Holdfast
import HoldfastPostgres
import HoldfastSimulation
import HoldfastTesting
import Synchronization

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
    from queue: WorkQueue<Element>, while fits: (Element) -> Bool
  ) -> [Element]? {
    system.take(from: queue, while: fits)
  }
}

/// A connection to the real server that asks the simulated one the same.
final class TwinConnection: Connection {
  private let real: PostgresConnection
  private let comparison: TwinComparison
  private let session: Int

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
    do throws(PostgresError) {
      let rows = try real.run(statements, deadline: deadline)
      comparison.compare(.success(rows), statements, in: session)
      return rows
    } catch {
      comparison.compare(.failure(error), statements, in: session)
      throw error
    }
  }

  func rollback(deadline: Deadline) throws(PostgresError) {
    guard transactionStatus != .idle else { return }
    _ = try run([Statement(.rollback)], deadline: deadline)
  }
}

/// Where real and simulated answers are compared.
final class TwinComparison: Sendable {
  private struct State: ~Copyable {
    let twin = SimulatedTwin()
    var compared: [String: Int] = [:]
    var differences: [String] = []
  }

  private let state = Mutex(State())

  /// How many answers with at least a row, or a change, were compared of each query.
  var compared: [String: Int] { state.withLock { $0.compared } }
  var differences: [String] { state.withLock { $0.differences } }

  func connect() -> Int { state.withLock { $0.twin.connect() } }

  func compare(
    _ real: Result<[Rows], PostgresError>, _ statements: [Statement], in session: Int
  ) {
    state.withLock { state in
      switch (real, state.twin.run(statements, in: session)) {
      case (.failure(let real), .failure(let simulated)):
        if real != simulated { state.differences.append("\(real) and \(simulated)") }
      case (.success(let real), .success(let simulated)):
        for (index, statement) in statements.enumerated() {
          let name = statement.query.name
          let (left, right) = (Answer(name, real[index]), Answer(name, simulated[index]))
          if left != right { state.differences.append("\(name): \(left) and \(right)") }
          if !left.isEmpty { state.compared[name, default: 0] += 1 }
        }
      case (.failure(let state_), .success): state.differences.append("only real: \(state_)")
      case (.success, .failure(let state_)): state.differences.append("only simulated: \(state_)")
      }
    }
  }

  /// What of an answer has to be the same.
  private struct Answer: Equatable, CustomStringConvertible {
    var rows: [[[UInt8]?]]
    /// Rows changed; `nil` of a query.
    var affected: Int?

    /// Numbers and clocks of the two servers are their own, and so is the order of what is grouped.
    private static let own: Set<String> = ["transaction_number", "feed", "feed_horizon"]
    private static let unordered: Set<String> = [
      "next_lapses", "stream_counts", "due_counts", "accounts_by_identity", "free_streams",
    ]

    init(_ name: String, _ answer: Rows) {
      rows = Answer.own.contains(name) ? [] : answer.fields
      affected = answer.columnCount == 0 && !Answer.own.contains(name) ? answer.affected : nil
      if name == "clock" { rows = rows.map { Array($0.dropFirst()) } }
      if Answer.unordered.contains(name) { rows.sort { "\($0)" < "\($1)" } }
      if rows.isEmpty, affected == 0 { affected = nil }
    }

    var isEmpty: Bool { rows.isEmpty && affected == nil }

    var description: String { "\(rows.count) rows \(rows) (\(affected ?? 0))" }
  }
}
