import Foundation
import HoldfastPostgres
import Synchronization

/// A transaction of somebody else that holds a lock until it is told to let go.
final class LockHolder: Sendable {
  private let database: TestDatabase
  private let mayEnd = DispatchSemaphore(value: 0)
  private let ended = Mutex<Task<Void, any Error>?>(nil)

  init(_ database: TestDatabase) {
    self.database = database
  }

  /// Returns once the lock is held.
  func lock(_ statement: String) async throws {
    let (held, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      defer { signal.finish() }
      try await database.with { [mayEnd] connection in
        try connection.runScript("BEGIN; \(statement)", deadline: .after(seconds: 60))
        signal.yield()
        mayEnd.wait()
        try connection.rollback(deadline: .after(seconds: 60))
      }
    }
    ended.withLock { $0 = task }
    for await _ in held { return }
    try await task.value
  }

  /// Returns once the lock is free.
  func release() async throws {
    mayEnd.signal()
    try await ended.withLock { $0 }?.value
  }

  /// Returns when so many transactions were seen to wait for a lock in this database, one after the
  /// other.
  func awaitWaiters(_ count: Int) async throws {
    try await database.with { connection in
      var seen: Set<String> = []
      let deadline = Deadline.after(seconds: 60)
      while seen.count < count {
        let answers = try connection.runScript(
          """
          SELECT virtualtransaction FROM pg_locks
          WHERE NOT granted AND locktype = 'relation'
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          """, deadline: deadline)
        for rows in answers {
          for row in 0..<rows.rowCount { seen.insert(rows.text(row, 0)) }
        }
      }
    }
  }
}
