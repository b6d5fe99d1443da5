internal import Synchronization

/// Notices when a store's clock was set: when it and the monotonic clock no longer keep pace.
package final class ClockGuard: Sendable {
  private let clock: StoreClock
  private let toleranceMicroseconds: Int64
  /// How far the clock was ahead of the monotonic one when it was last trusted.
  private let trustedLead: Atomic<Int64>

  package init(clock: StoreClock, toleranceSeconds: Int) {
    self.clock = clock
    toleranceMicroseconds = Int64(toleranceSeconds) * 1_000_000
    trustedLead = Atomic(ClockGuard.lead(of: clock, at: clock.now()))
  }

  /// Whether the clock can be trusted at the instant it just gave.
  package func isSteady(at now: Instant) -> Bool {
    let lead = ClockGuard.lead(of: clock, at: now)
    return abs(lead - trustedLead.load(ordering: .relaxed)) <= toleranceMicroseconds
  }

  /// Why a write is refused once the clock stepped, until `trust()`.
  package static var stepped: LedgerError {
    var error = LedgerError(.unavailable, "the store's clock stepped; writes wait for a decision")
    error.detail = "clock_step"
    return error
  }

  /// Takes the clock as it is.
  package func trust() {
    trustedLead.store(ClockGuard.lead(of: clock, at: clock.now()), ordering: .relaxed)
  }

  private static func lead(of clock: StoreClock, at now: Instant) -> Int64 {
    guard let monotonic = clock.monotonic else { return 0 }
    return now.microseconds - monotonic()
  }
}
