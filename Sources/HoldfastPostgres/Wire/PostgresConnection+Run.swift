internal import CLibPQ

extension PostgresConnection {
  /// Sends all statements as one pipeline with one sync and returns what each answered.
  ///
  /// Without a BEGIN among them they are one transaction. The first one that fails ends the run; those
  /// after it were not executed, and a transaction that a BEGIN opened waits for `rollback`.
  ///
  /// Errors, with the index of the first statement without a good answer: `refused`, `connectionLost`,
  /// `timedOut`. With the last two it is unknown what happened to that statement and to those that
  /// follow, unless the error has an SQLSTATE: then the server announced the end and executed none
  /// that follows.
  package func run(
    _ statements: [Statement], deadline: Deadline
  ) throws(PostgresError) -> [Rows] {
    if statements.isEmpty, ahead.isEmpty { return [] }
    guard let raw else { throw PostgresError(.connectionLost) }
    if deadline.microseconds <= Deadline.now {
      // Where nothing is sent, the connection stays good.
      if !ahead.isEmpty { close() }
      throw PostgresError(.timedOut)
    }
    var run = ahead
    ahead = PipelineRun()
    guard send(statements, on: raw, noting: &run), PQpipelineSync(raw) == 1 else {
      // libpq keeps a failed write to itself until its answer is read; this is lack of memory or a
      // statement too large for the protocol, in the middle of a pipeline that cannot be taken back.
      close()
      throw PostgresError(.connectionLost, statementIndex: run.firstUnanswered)
    }
    let end = receive(on: raw, into: &run, deadline: deadline)
    prepared.formUnion(run.prepared)
    try conclude(run, end)
    return run.rows
  }

  /// Sends the statements on their way without waiting. They begin the pipeline of the next `run`, and
  /// their answers are the first of its answers.
  package func sendAhead(_ statements: [Statement]) {
    guard let raw else { return }
    var run = ahead
    ahead = PipelineRun()
    guard send(statements, on: raw, noting: &run) else { return close() }
    ahead = run
    // What the socket does not take now is sent by the run.
    _ = PQflush(raw)
  }

  private func send(
    _ statements: [Statement], on raw: OpaquePointer, noting run: inout PipelineRun
  ) -> Bool {
    for statement in statements {
      let query = statement.query
      let sent: Int32
      switch self.statements {
      case .unnamed:
        sent = parameterBuffer.with(statement.parameters) { count, values, lengths, formats in
          query.withTypes { types in
            PQsendQueryParams(raw, query.text, count, types, values, lengths, formats, 1)
          }
        }
      case .prepared:
        let name = query.preparedName
        if !prepared.contains(name), !run.preparing.contains(name) {
          let count = Int32(query.parameterTypes.count)
          let sent = query.withTypes { PQsendPrepare(raw, name, query.text, count, $0) }
          guard sent == 1 else { return false }
          run.sent(.prepare(name: name))
        }
        sent = parameterBuffer.with(statement.parameters) { count, values, lengths, formats in
          PQsendQueryPrepared(raw, name, count, values, lengths, formats, 1)
        }
      }
      guard sent == 1 else { return false }
      run.sent(.execute)
    }
    return true
  }

  private enum End {
    case complete
    case lost
    case timedOut
  }

  private func receive(
    on raw: OpaquePointer, into run: inout PipelineRun, deadline: Deadline
  ) -> End {
    while true {
      // Sending and receiving take turns: the server may stop reading until we have read.
      let unsent = PQflush(raw)
      while PQisBusy(raw) == 0 {
        let outcome =
          if let result = PQgetResult(raw) { run.take(ResultBox(result)) } else { run.takeEnd() }
        switch outcome {
        case .unfinished: continue
        case .complete: return .complete
        case .outOfStep: return .lost
        }
      }
      switch exchange(on: raw, orWrite: unsent == 1, deadline: deadline) {
      case .progress: continue
      case .lost: return .lost
      case .timedOut: return .timedOut
      }
    }
  }

  private func conclude(_ run: PipelineRun, _ end: End) throws(PostgresError) {
    let index = run.firstUnanswered
    switch end {
    case .timedOut:
      abandon()
      throw PostgresError(.timedOut, statementIndex: index)
    case .lost:
      close()
      throw PostgresError(
        .connectionLost, statementIndex: index, sqlState: run.failure?.announcedState)
    case .complete:
      guard let failure = run.failure else { return }
      guard let state = failure.state, !failure.endsSession else {
        close()
        throw PostgresError(
          .connectionLost, statementIndex: index, sqlState: failure.announcedState)
      }
      if state.namesLostStatement {
        statements = .unnamed
        prepared.removeAll()
      }
      throw PostgresError(.refused(state), statementIndex: index)
    }
  }
}

extension PipelineRun.Failure {
  fileprivate var announcedState: SQLState? { endsSession ? state : nil }
}

extension Query {
  fileprivate func withTypes<Result>(_ body: (UnsafePointer<Oid>?) -> Result) -> Result {
    parameterTypes.withUnsafeBufferPointer { types in
      types.withMemoryRebound(to: Oid.self) { body($0.baseAddress) }
    }
  }
}
