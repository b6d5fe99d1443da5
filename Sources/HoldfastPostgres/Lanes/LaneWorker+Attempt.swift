internal import Holdfast

/// One try of a transaction, and what its failure means.
extension LaneWorker {
  mutating func attempt(
    _ calls: [LaneCall], inLine: Bool, until end: Deadline, _ figures: inout BatchFigures
  ) async -> Result<[WorkResult], AttemptFailure> {
    // Where COMMIT stands among the statements on their way.
    var commitIndex: Int?
    do {
      let connection = try await session.connection(until: end)
      var batch = Batch(
        calls.map(\.work), context, purpose: inLine ? .writeInLine : .write, writer: writer)
      figures.accounts = batch.accountCount
      let began = host.now
      var statements = batch.begin()
      var wroteFrom = began
      var isDecided = false
      while true {
        let replies = try await connection.run(
          statements, deadline: host.deadline(after: options.answerWithin))
        let replied = host.now
        if isDecided { figures.phases.write += replied - wroteFrom }
        var aheadCount = 0
        let step = try batch.take(replies) { statements in
          aheadCount += statements.count
          connection.sendAhead(statements)
        }
        switch step {
        case .finished(let results): return .success(results)
        case .send(let next, let commits):
          wroteFrom = host.now
          if batch.isDecided {
            isDecided = true
            figures.phases.load += replied - began
            figures.phases.decide += wroteFrom - replied
          }
          commitIndex = commits ? aheadCount + next.count - 1 : nil
          statements = next
        }
      }
    } catch let error as PostgresError {
      return .failure(await classify(error, commitIndex: commitIndex))
    } catch BatchFailure.corrupt {
      await session.rollback()
      return .failure(.corrupt)
    } catch {
      await session.rollback()
      return .failure(.raced)
    }
  }

  private mutating func classify(_ error: PostgresError, commitIndex: Int?) async -> AttemptFailure
  {
    switch error.kind {
    case .cannotConnect:
      return error.isRetryable ? .toBeRepeated(error) : .hopeless(error)
    case .connectionLost, .timedOut:
      session.close()
      guard let commitIndex else { return .toBeRepeated(error) }
      // An announced end in answer to an earlier statement executed none after it. In answer to
      // COMMIT, or after all answers, it may have come when the commit was done.
      let isBefore = error.sqlState != nil && error.statementIndex.map { $0 < commitIndex } ?? false
      return isBefore ? .toBeRepeated(error) : .lostAtCommit(error)
    case .refused(let state):
      await session.rollback()
      // After a change of roles another of the hosts takes writes; this connection never will.
      if state == .readOnlyTransaction { session.close() }
      // What was not there when it was looked for, and is there now: another transaction made it.
      if state == .uniqueViolation { return .raced }
      if state == .lockNotAvailable { return .blocked(error) }
      if error.isRetryable { return .toBeRepeated(error) }
      return state.mayComeFromData ? .refused(error) : .hopeless(error)
    }
  }
}
