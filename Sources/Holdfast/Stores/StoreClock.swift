#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where a store takes its time from. The rules never read a clock; a store asks once per transaction.
public struct StoreClock: Sendable {
  /// The present instant.
  public let now: @Sendable () -> Instant
  /// Microseconds of a clock that nobody can set, to notice when the other one was; `nil` for a clock
  /// that is simulated.
  public let monotonic: (@Sendable () -> Int64)?

  /// A clock of these two functions; both may be called from any thread.
  public init(
    now: @escaping @Sendable () -> Instant, monotonic: (@Sendable () -> Int64)? = nil
  ) {
    self.now = now
    self.monotonic = monotonic
  }

  /// The machine's clock.
  public static let system = StoreClock(
    now: { Instant(microseconds: microseconds(of: CLOCK_REALTIME)) },
    monotonic: { microseconds(of: unsettableClock) })

  /// One that also runs while the machine sleeps.
  private static var unsettableClock: clockid_t {
    #if os(Linux)
      CLOCK_BOOTTIME
    #else
      CLOCK_MONOTONIC
    #endif
  }

  private static func microseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
