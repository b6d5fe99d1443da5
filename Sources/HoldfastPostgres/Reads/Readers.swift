internal import Holdfast

/// Connections with threads of their own on which reads run, each in a snapshot of its own.
final class Readers: Sendable {
  typealias Job = @Sendable (inout Session) -> Void

  private let queue: WorkQueue<ReadCall>
  private let ended: [Ended]
  private let patience: Int64

  /// Something to be done on a connection, or to be told that nothing will be.
  private struct ReadCall: Sendable {
    let run: Job
  }

  init(_ options: ConnectionOptions, count: Int, queueLimit: Int, patience: Int64) {
    let queue = WorkQueue<ReadCall>(limit: queueLimit)
    self.queue = queue
    self.patience = patience
    ended = (0..<count).map { _ in
      let ended = Ended()
      OwnThread.start {
        var session = Session(options)
        while let calls = queue.take(while: { _ in false }) {
          for call in calls { call.run(&session) }
        }
        session.close()
        ended.signal()
      }
      return ended
    }
  }

  /// Runs `body` on a connection; again when that is lost, until the patience ends.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws(ReadFailure) -> Value
  ) async throws(LedgerError) -> Value {
    let end = Deadline.after(microseconds: patience)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, LedgerError>, Never>) in
      let call = ReadCall { session in
        continuation.resume(returning: Readers.run(body, on: &session, until: end))
      }
      if let refusal = queue.put(CollectionOfOne(call)) {
        continuation.resume(returning: .failure(refusal.error))
      }
    }
    return try result.get()
  }

  private static func run<Value>(
    _ body: (PostgresConnection) throws(ReadFailure) -> Value, on session: inout Session,
    until end: Deadline
  ) -> Result<Value, LedgerError> {
    var pause: Int64 = 2_000
    while true {
      let failure: ReadFailure
      do throws(ReadFailure) {
        let value = try body(try Readers.connection(of: &session, until: end))
        session.rollback()
        return .success(value)
      } catch {
        failure = error
      }
      session.rollback()
      guard failure.isRetryable, Deadline.now + pause < end.microseconds else {
        return .failure(failure.ledgerError)
      }
      OwnThread.sleep(microseconds: pause)
      pause = min(pause * 2, 200_000)
    }
  }

  private static func connection(
    of session: inout Session, until end: Deadline
  ) throws(ReadFailure) -> PostgresConnection {
    do throws(PostgresError) { return try session.connection(until: end) } catch {
      throw .database(error)
    }
  }

  func drain() async {
    queue.close()
    for ended in ended { await ended.wait() }
  }
}

extension PostgresConnection {
  /// Sends statements within a read.
  func ask(_ statements: [Statement]) throws(ReadFailure) -> [Rows] {
    do throws(PostgresError) {
      return try run(statements, deadline: .after(microseconds: answerWithin))
    } catch {
      throw .database(error)
    }
  }
}
