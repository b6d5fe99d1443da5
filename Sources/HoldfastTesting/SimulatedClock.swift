public import Holdfast
internal import Synchronization

/// A clock that stands still until it is told to move, and only moves forward.
public final class SimulatedClock: Sendable {
  private let instant: Mutex<Instant>

  /// 2026-01-01T00:00:00Z.
  public static let start = Instant(seconds: 1_767_225_600)

  public init(_ start: Instant = SimulatedClock.start) {
    instant = Mutex(start)
  }

  public var now: Instant { instant.withLock { $0 } }

  /// Moves to `later`; an earlier instant leaves the clock where it is.
  public func advance(to later: Instant) {
    instant.withLock { $0 = max($0, later) }
  }

  public func advance(bySeconds seconds: Int64) {
    instant.withLock { $0 = $0.advanced(bySeconds: seconds) }
  }

  /// The clock as a store takes it.
  public var storeClock: StoreClock {
    StoreClock(now: { self.now })
  }
}
