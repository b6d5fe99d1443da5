package import Holdfast

/// What a store has from the process that it runs in: time, chance, threads and connections.
///
/// Everything else that the store does follows from its calls and from this, so that a simulation can
/// run the very same code.
package protocol Host: Sendable {
  /// Microseconds on the monotonic clock of the process; see `Deadline`.
  var now: Int64 { get }
  /// The machine's clock, to notice when the database's is set.
  var clock: StoreClock { get }

  func random() -> UInt64

  /// Errors: `cannotConnect`.
  func connect(until deadline: Deadline) async throws(PostgresError) -> any Connection

  func sleep(microseconds: Int64) async

  /// Lets `body` run beside everything else. It may block.
  func start(_ body: @escaping @Sendable () async -> Void)

  /// As the queue's own `take`, which blocks.
  func take<Element>(
    from queue: WorkQueue<Element>, until end: Deadline?, while fits: (Element) -> Bool
  ) async -> [Element]?
}

extension Host {
  func deadline(after microseconds: Int64) -> Deadline {
    Deadline(microseconds: now + microseconds)
  }
}
