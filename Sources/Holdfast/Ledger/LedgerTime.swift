/// A clock without its type, read as the time since a ledger was made.
///
/// It measures how long things take, and is never compared with the store's: between the two lies a
/// difference that nobody knows.
struct LedgerTime: Sendable {
  /// The time since the beginning.
  let elapsed: @Sendable () -> Duration
  /// Suspends until that much time has passed since the beginning; throws when the task is
  /// cancelled.
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}
