import Synchronization

@testable import Holdfast

/// A clock and a monotonic clock that go on together, unless the first is set.
final class TestClock: Sendable {
  private let instant = Mutex(Instant(seconds: 1_767_225_600))
  private let elapsed = Mutex<Int64>(0)

  var now: Instant { instant.withLock { $0 } }

  func advance(bySeconds seconds: Int64) {
    step(bySeconds: seconds)
    elapsed.withLock { $0 += seconds * 1_000_000 }
  }

  /// Sets the clock, while no time passes.
  func step(bySeconds seconds: Int64) {
    instant.withLock { $0 = $0.advanced(bySeconds: seconds) }
  }

  var storeClock: StoreClock {
    StoreClock(now: { self.now }, monotonic: { self.elapsed.withLock { $0 } })
  }
}
