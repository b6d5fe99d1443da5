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

  /// Moves to `later` and wakes who sleeps until then; an earlier instant leaves the clock where it is.
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
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
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
  /// Returns `nil` when the task is cancelled.
  public func nextWakeUp() async -> Instant? {
    let id = state.withLock { $0.makeID() }
    defer { state.withLock { $0.forget(id) } }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { $0.watch(id, continuation) }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.cancelWatch(id) }?.resume()
    }
    return state.withLock { $0.firstWakeUp }
  }

  /// Runs `operation` while the clock moves from one wake-up to the next: whatever sleeps on the clock
  /// sleeps for no real time.
  ///
  /// For code that sleeps in one place at a time, such as retries. It does not know of work that goes on
  /// without sleeping, and may move on under it.
  public func run<Value: Sendable>(
    _ operation: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    let driver = Task {
      while !Task.isCancelled, let wakeUp = await nextWakeUp() { advance(to: wakeUp) }
    }
    defer { driver.cancel() }
    return try await operation()
  }
}
