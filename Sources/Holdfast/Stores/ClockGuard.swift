internal import Synchronization

/// Notices when a store's clock was set: when it and the monotonic clock no longer keep pace.
package final class ClockGuard: Sendable {
  private let clock: StoreClock
  private let toleranceMicroseconds: Int64
  private let observer: (any LedgerObserver)?
  /// How far the clock was ahead of the monotonic one when it was last trusted.
  private let trustedLead: Atomic<Int64>
  /// The same when the observer was last told of a step, or the clock last trusted.
  private let knownLead: Atomic<Int64>

  package init(
    clock: StoreClock, toleranceSeconds: Int, observer: (any LedgerObserver)? = nil
  ) {
    self.clock = clock
    self.observer = observer
    toleranceMicroseconds = Int64(toleranceSeconds) * 1_000_000
    let lead = ClockGuard.lead(of: clock, at: clock.now())
    trustedLead = Atomic(lead)
    knownLead = Atomic(lead)
  }

  /// Whether the clock can be trusted at the instant it just gave. The observer is told of a step
  /// that is new, also of one that puts the clock right.
  package func isSteady(at now: Instant) -> Bool {
    let lead = ClockGuard.lead(of: clock, at: now)
    tellStep(to: lead)
    return isNear(lead, trustedLead.load(ordering: .relaxed))
  }

  /// Why a write is refused once the clock stepped, until `trust()`.
  package static var stepped: LedgerError {
    var error = LedgerError(.unavailable, "the store's clock stepped; writes wait for a decision")
    error.detail = steppedDetail
    return error
  }

  package static let steppedDetail = "clock_step"

  /// Takes the clock as it is.
  package func trust() {
    let lead = ClockGuard.lead(of: clock, at: clock.now())
    tellStep(to: lead)
    knownLead.store(lead, ordering: .relaxed)
    trustedLead.store(lead, ordering: .relaxed)
  }

  /// Of several that notice a step at once, one tells.
  private func tellStep(to lead: Int64) {
    let known = knownLead.load(ordering: .relaxed)
    guard !isNear(lead, known) else { return }
    let exchange = knownLead.compareExchange(
      expected: known, desired: lead, ordering: .relaxed)
    if exchange.exchanged { observer?.observe(.clockStep(microseconds: lead - known)) }
  }

  private func isNear(_ lead: Int64, _ other: Int64) -> Bool {
    abs(lead - other) <= toleranceMicroseconds
  }

  private static func lead(of clock: StoreClock, at now: Instant) -> Int64 {
    guard let monotonic = clock.monotonic else { return 0 }
    return now.microseconds - monotonic()
  }
}
