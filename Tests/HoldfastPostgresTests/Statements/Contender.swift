import Foundation
import HoldfastPostgres
import Synchronization

/// A session beside that of the test, on a thread of its own, so that it can wait for a lock.
final class Contender<Value: Sendable>: Sendable {
  private let ended = DispatchSemaphore(value: 0)
  private let outcome = Mutex<Result<Value, any Error>?>(nil)

  /// Starts the body, and returns once it waits for the transaction on `connection`.
  init(
    _ database: TestDatabase, against connection: PostgresConnection,
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) throws {
    Thread.detachNewThread { [self, options = database.options] in
      let result = Result {
        let own = try PostgresConnection(options, deadline: .after(seconds: 60))
        defer { own.close() }
        return try body(own)
      }
      outcome.withLock { $0 = result }
      ended.signal()
    }
    try LockWaiter.await(on: connection)
  }

  /// What the body returned; waits until it has.
  func value() throws -> Value {
    ended.wait()
    guard let outcome = outcome.withLock(\.self) else { preconditionFailure("it has ended") }
    return try outcome.get()
  }
}

/// Watches for sessions that wait for a lock of ours.
enum LockWaiter {
  /// Returns when one waits for the connection's transaction.
  static func await(on connection: PostgresConnection) throws {
    let deadline = Deadline.after(seconds: 60)
    while try connection.run([Statement(waiting)], deadline: deadline)[0].int64(0, 0) == 0 {
      // The question stops all of the server's locking for a moment.
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  private static let waiting = Query(
    "waiting",
    """
    SELECT count(*) FROM pg_locks
    WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
    """)
}
