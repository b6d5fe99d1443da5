import Holdfast
import Synchronization

/// A clock that shows another microsecond each time, as a real one does.
final class Ticking: Sendable {
  private let microseconds = Mutex<Int64>(1_800_000_000_123_457)

  func next() -> Instant {
    microseconds.withLock {
      $0 += 1_234_567
      return Instant(microseconds: $0)
    }
  }
}
