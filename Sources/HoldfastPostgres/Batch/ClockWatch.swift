internal import Holdfast
internal import Synchronization

/// Notices when the database's clock was set: when it and this process's monotonic clock no longer keep
/// pace.
final class ClockWatch: Sendable {
  private struct State {
    /// How far the database's clock was ahead of the monotonic one when it was last trusted.
    var trustedLead: Int64?
    var isStepped = false
  }

  private let state = Mutex(State())
  private let monotonic: @Sendable () -> Int64
  private let toleranceMicroseconds: Int64
  private let noticed: @Sendable (Int64) -> Void

  /// - Parameter noticed: called once per step with its size in microseconds.
  init(
    clock: StoreClock, toleranceSeconds: Int, noticed: @escaping @Sendable (Int64) -> Void
  ) {
    monotonic = clock.monotonic ?? { clock.now().microseconds }
    toleranceMicroseconds = Int64(toleranceSeconds) * 1_000_000
    self.noticed = noticed
  }

  /// Whether the clock can be trusted at the instant it just gave.
  func isSteady(at now: Instant) -> Bool {
    let lead = now.microseconds - monotonic()
    let step = state.withLock { state -> (isSteady: Bool, size: Int64?) in
      guard let trusted = state.trustedLead else {
        state.trustedLead = lead
        return (true, nil)
      }
      let step = lead - trusted
      guard abs(step) > toleranceMicroseconds else {
        // Two clocks drift apart slowly; that is no step.
        state.trustedLead = lead
        state.isStepped = false
        return (true, nil)
      }
      defer { state.isStepped = true }
      return (false, state.isStepped ? nil : step)
    }
    if let size = step.size { noticed(size) }
    return step.isSteady
  }

  /// Takes the clock as the next transaction finds it.
  func trust() {
    state.withLock { $0 = State() }
  }
}
