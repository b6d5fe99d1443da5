public import Holdfast
internal import Synchronization

/// A clock that stands still until it is told to move, and only moves forward.
///
/// It serves a store as `storeClock` and a ledger as the clock it is, so that one thing moves both:
///
/// ```swift
/// let clock = SimulatedClock()
/// let store = InMemoryStore(clock: clock.storeClock)
/// let ledger = Ledger(store: store, tenant: "test", clock: clock)
/// ```
public final class SimulatedClock: Clock {
  public typealias Duration = Swift.Duration
  public typealias Instant = Holdfast.Instant

  private let state: Mutex<SimulatedClockState>

  /// 2026-01-01T00:00:00Z.
  public static let start = Instant(seconds: 1_767_225_600)

  public init(_ start: Instant = SimulatedClock.start) {
    state = Mutex(SimulatedClockState(now: start))
  }

  public var now: Instant { state.withLock { $0.now } }

  public var minimumResolution: Duration { .microseconds(1) }

  /// Moves to `later` and wakes who sleeps until then; an earlier instant leaves the clock where it
  /// is.
  public func advance(to later: Instant) {
    for sleeper in state.withLock({ $0.advance(to: later) }) { sleeper.resume() }
  }

  public func advance(bySeconds seconds: Int64) {
    advance(by: .seconds(seconds))
  }

  public func advance(by duration: Duration) {
    advance(to: now.advanced(by: duration))
  }

  /// The clock as a store takes it.
  public var storeClock: StoreClock {
    StoreClock(now: { self.now })
  }
}

// MARK: Sleeping

extension SimulatedClock {
  /// Suspends until the clock was moved to `deadline`; throws when the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.makeID() }
    defer { state.withLock { $0.forget(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        let (outcome, watchers) = state.withLock { $0.sleep(id, until: deadline, continuation) }
        switch outcome {
        case .asleep: break
        case .past: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }?.resume(throwing: CancellationError())
    }
  }

  /// When the first of those who sleep wakes up; waits until somebody sleeps.
  ///
  /// - Parameter sleepers: How many must sleep at the least.
  /// - Returns: `nil` when the task is cancelled.
  @discardableResult
  public func nextWakeUp(of sleepers: Int = 1) async -> Instant? {
    // Who slept may have been cancelled by the time it is looked at.
    while !Task.isCancelled {
      await whenAsleep(sleepers)
      if let wakeUp = state.withLock({ $0.firstWakeUp(of: sleepers) }) { return wakeUp }
    }
    return nil
  }

  private func whenAsleep(_ sleepers: Int) async {
    let id = state.withLock { $0.makeID() }
    defer { state.withLock { $0.forget(id) } }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { $0.watch(id, sleepers: sleepers, continuation) }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.cancelWatch(id) }?.resume()
    }
  }

  /// Runs `operation` while the clock moves from one wake-up to the next: whatever sleeps on the
  /// clock sleeps for no real time.
  ///
  /// It cannot see work that goes on without sleeping. Where something sleeps all the time, as what
  /// looks after a metered hold does, say how many must sleep before the clock moves.
  ///
  /// - Parameter sleepers: How many must sleep at the least.
  @discardableResult
  public func run<Value: Sendable>(
    whenAsleep sleepers: Int = 1, _ operation: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    let driver = Task {
      while let wakeUp = await nextWakeUp(of: sleepers) { advance(to: wakeUp) }
    }
    defer { driver.cancel() }
    return try await operation()
  }
}
