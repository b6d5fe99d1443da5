internal import Holdfast

/// Connections with threads of their own on which reads run, each in a snapshot of its own.
final class Readers: Sendable {
  private let queue: WorkQueue<ReadCall>
  private let ended: [Ended]
  private let patience: Int64
  private let host: any Host

  /// Something to be done on a connection, or to be told that nothing will be.
  private struct ReadCall: Sendable {
    let run: @Sendable (inout Session) async -> Void
  }

  init(_ host: any Host, _ configuration: PostgresConfiguration) {
    let queue = WorkQueue<ReadCall>(limit: configuration.queueLimit)
    self.queue = queue
    patience = configuration.patienceMicroseconds
    self.host = host
    ended = (0..<configuration.readers).map { _ in
      let ended = Ended()
      host.start {
        var session = Session(host)
        while let calls = await host.take(from: queue, until: nil, while: { _ in false }) {
          for call in calls { await call.run(&session) }
        }
        session.close()
        ended.signal()
      }
      return ended
    }
  }

  /// Runs `body` on a connection; again when that is lost, until the patience ends.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws(ReadFailure) -> Value
  ) async throws(LedgerError) -> Value {
    let host = host
    let end = host.deadline(after: patience)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, LedgerError>, Never>) in
      let call = ReadCall { session in
        continuation.resume(
          returning: await Readers.run(body, on: &session, until: end, host))
      }
      if let refusal = queue.put(CollectionOfOne(call)) {
        continuation.resume(returning: .failure(refusal.error))
      }
    }
    return try result.get()
  }

  private static func run<Value>(
    _ body: (any Connection) throws(ReadFailure) -> Value, on session: inout Session,
    until end: Deadline, _ host: any Host
  ) async -> Result<Value, LedgerError> {
    var pause: Int64 = 2_000
    while true {
      let failure: ReadFailure
      do throws(ReadFailure) {
        let value = try body(try await Readers.connection(of: &session, until: end))
        await session.rollback()
        return .success(value)
      } catch {
        failure = error
      }
      await session.rollback()
      guard failure.isRetryable, host.now + pause < end.microseconds else {
        return .failure(failure.ledgerError)
      }
      await host.sleep(microseconds: pause)
      pause = min(pause * 2, 200_000)
    }
  }

  private static func connection(
    of session: inout Session, until end: Deadline
  ) async throws(ReadFailure) -> any Connection {
    do throws(PostgresError) { return try await session.connection(until: end) } catch {
      throw .database(error)
    }
  }

  func drain() async {
    queue.close()
    for ended in ended { await ended.wait() }
  }
}

extension Connection {
  /// Sends statements within a read.
  func ask(_ statements: [Statement]) throws(ReadFailure) -> [Rows] {
    do throws(PostgresError) {
      return try run(statements, deadline: .after(microseconds: answerWithin))
    } catch {
      throw .database(error)
    }
  }
}
