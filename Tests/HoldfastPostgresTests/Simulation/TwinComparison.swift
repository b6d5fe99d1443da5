import HoldfastPostgres
import HoldfastSimulation
import Synchronization

/// Where real and simulated answers are compared.
final class TwinComparison: Sendable {
  private struct State: ~Copyable {
    let twin = SimulatedTwin()
    var compared: [String: Int] = [:]
    var differences: [String] = []
  }

  private let state = Mutex(State())

  /// Asked for by statistics, which no simulated process reads.
  private static let unknown = Set(SentQueries.room("statistics").map(\.name))

  /// How many answers with at least a row, or a change, were compared of each query.
  var compared: [String: Int] { state.withLock { $0.compared } }
  var differences: [String] { state.withLock { $0.differences } }

  func connect() -> Int { state.withLock { $0.twin.connect() } }

  func compare(
    _ real: Result<[Rows], PostgresError>, _ statements: [Statement], in session: Int
  ) {
    // A transaction that has any only reads, and sends nothing else with it.
    guard !statements.contains(where: { TwinComparison.unknown.contains($0.query.name) }) else {
      return
    }
    state.withLock { state in
      switch (real, state.twin.send(statements, in: session)) {
      case (.failure(let real), .failure(let simulated)):
        if real != simulated { state.differences.append("\(real) and \(simulated)") }
      case (_, nil): state.differences.append("the simulated session waits")
      case (.success(let real), .success(let simulated)):
        for (index, statement) in statements.enumerated() {
          let name = statement.query.name
          let (left, right) = (
            ComparedAnswer(name, real[index]), ComparedAnswer(name, simulated[index])
          )
          if left != right { state.differences.append("\(name): \(left) and \(right)") }
          if !left.isEmpty { state.compared[name, default: 0] += 1 }
        }
      case (.failure(let state_), .success): state.differences.append("only real: \(state_)")
      case (.success, .failure(let state_)): state.differences.append("only simulated: \(state_)")
      }
    }
  }
}
