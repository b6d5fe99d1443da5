package import HoldfastPostgres

/// A simulated server beside a real one, to compare what they answer.
///
/// Not for several threads at once.
package final class SimulatedTwin {
  private let world = World(seed: 0)
  private let server: SimulatedServer
  private var sessions: [Backend] = []
  private var answers: [Int: PipelineEnd] = [:]

  package init() {
    server = SimulatedServer(world)
  }

  /// A session, by its number.
  package func connect() -> Int {
    sessions.append(server.connect())
    return sessions.count - 1
  }

  /// Sends statements together; the answer, or `nil` while the session waits for another.
  package func send(
    _ statements: [Statement], in session: Int
  ) -> Result<[Rows], PostgresError>? {
    let pipeline = Pipeline(
      statements: statements, received: statements.count, killedAfter: nil
    ) { [self] end in answers[session] = end }
    answers[session] = nil
    server.take(pipeline, on: sessions[session])
    return answer(in: session)
  }

  /// The answer to what was sent last, if it is there by now.
  package func answer(in session: Int) -> Result<[Rows], PostgresError>? {
    // Long enough for every statement, and shorter than the limits of time.
    world.run(until: world.now + 100_000)
    return switch answers[session] {
    case .complete(let rows, status: _): .success(rows)
    case .refused(let state, let index, status: _):
      .failure(PostgresError(.refused(state), statementIndex: index))
    case .ended(let state, let index):
      .failure(PostgresError(.connectionLost, statementIndex: index, sqlState: state))
    case nil: nil
    }
  }
}
