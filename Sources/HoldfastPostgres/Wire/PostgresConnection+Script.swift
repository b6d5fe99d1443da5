internal import CLibPQ

extension PostgresConnection {
  /// Runs a text of one or more statements, without parameters, and returns what each answered, all
  /// fields as text.
  ///
  /// Unless it says BEGIN itself, the text is one transaction; the first error ends it. Errors: as
  /// `run`, without an index.
  @discardableResult
  package func runScript(
    _ text: String, deadline: Deadline
  ) throws(PostgresError) -> [Rows] {
    guard let raw else { throw PostgresError(.connectionLost) }
    if deadline.microseconds <= Deadline.now { throw PostgresError(.timedOut) }
    // Several statements in one text are not allowed in pipeline mode.
    guard PQexitPipelineMode(raw) == 1, PQsendQuery(raw, text) == 1 else {
      close()
      throw PostgresError(.connectionLost)
    }
    var rows: [Rows] = []
    let failure = try receiveScript(on: raw, into: &rows, deadline: deadline)
    guard failure == nil || failure?.state != nil, failure?.endsSession != true,
      PQenterPipelineMode(raw) == 1
    else {
      close()
      throw PostgresError(.connectionLost, sqlState: failure?.state)
    }
    if let state = failure?.state { throw PostgresError(.refused(state)) }
    return rows
  }

  /// Takes all answers; the error that ended the script, if one did.
  private func receiveScript(
    on raw: OpaquePointer, into rows: inout [Rows], deadline: Deadline
  ) throws(PostgresError) -> PipelineRun.Failure? {
    var failure: PipelineRun.Failure?
    while true {
      let unsent = PQflush(raw)
      while PQisBusy(raw) == 0 {
        guard let pointer = PQgetResult(raw) else { return failure }
        let result = ResultBox(pointer)
        switch result.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
          rows.append(Rows(describing: result))
        case PGRES_FATAL_ERROR:
          failure =
            failure
            ?? PipelineRun.Failure(
              statement: rows.count, state: result.sqlState, endsSession: result.endsSession)
        default:
          // Nothing that a script of ours contains: COPY would wait for us for ever.
          close()
          throw PostgresError(.connectionLost)
        }
      }
      switch exchange(on: raw, orWrite: unsent == 1, deadline: deadline) {
      case .progress: continue
      case .lost:
        close()
        throw PostgresError(.connectionLost, sqlState: failure?.state)
      case .timedOut:
        abandon()
        throw PostgresError(.timedOut)
      }
    }
  }
}
