#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The last moment at which an answer is still of use, on the process's monotonic clock.
package struct Deadline: Hashable, Comparable, Sendable {
  /// Microseconds of `CLOCK_MONOTONIC`.
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// So many microseconds from now.
  package static func after(microseconds: Int64) -> Deadline {
    Deadline(microseconds: now + microseconds)
  }

  /// So many seconds from now.
  package static func after(seconds: Int64) -> Deadline {
    after(microseconds: seconds * 1_000_000)
  }

  /// The present reading of the clock.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  package static func < (left: Deadline, right: Deadline) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The rest in milliseconds as `poll` takes it, a started one counted whole; 0 when it is over.
  var pollTimeout: Int32 {
    let rest = microseconds.subtractingReportingOverflow(Deadline.now)
    if rest.overflow { return .max }
    return Int32(clamping: max(0, (rest.partialValue + 999) / 1000))
  }
}
