package import HoldfastPostgres

/// A simulated server beside a real one, to compare what they answer.
///
/// Not for several threads at once.
package final class SimulatedTwin {
  private let server = SimulatedServer(World(seed: 0))
  private var sessions: [Backend] = []

  package init() {}

  /// A session, by its number.
  package func connect() -> Int {
    sessions.append(server.connect())
    return sessions.count - 1
  }

  /// Runs what was sent together. Nothing in it may have to wait.
  package func run(_ statements: [Statement], in session: Int) -> Result<[Rows], PostgresError> {
    switch server.runAtOnce(statements, on: sessions[session]) {
    case .complete(let rows, status: _): .success(rows)
    case .refused(let state, let index, status: _):
      .failure(PostgresError(.refused(state), statementIndex: index))
    case .ended(let state, let index):
      .failure(PostgresError(.connectionLost, statementIndex: index, sqlState: state))
    }
  }
}
