#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The clock of a run: it never runs backwards, and every process of a machine reads the same.
package struct RaceClock: Hashable, Sendable {
  /// What the machine's clock showed when the run began; handed to every worker.
  package let origin: Int64

  /// A run that begins now, or one that another process began.
  package init(origin: Int64 = RaceClock.machine) {
    self.origin = origin
  }

  /// Microseconds since the run began.
  package var now: Int64 { RaceClock.machine - origin }

  /// Microseconds since some instant that is the same for all processes.
  package static var machine: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
