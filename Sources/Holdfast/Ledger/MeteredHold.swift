internal import Synchronization

/// The hold that a metered body works under. While the body runs it is kept alive and what is
/// reported is made durable; when the body ends it is settled.
///
/// It may be used from any task of the body. After the body it does nothing any more.
public final class MeteredHold: Sendable {
  let ledger: Ledger
  let terms: HoldTerms
  let state: Mutex<HoldState>
  /// The reservation as it was made, or found by a run that goes on under its key.
  public let reservation: HeldReservation

  init(ledger: Ledger, terms: HoldTerms, reservation: HeldReservation, state: HoldState) {
    self.ledger = ledger
    self.terms = terms
    self.reservation = reservation
    self.state = Mutex(state)
  }

  /// What the work may use so far: the reserve and its increases.
  public var held: Amount { state.withLock { $0.held } }

  /// The highest use reported. In a run that goes on after a crash it begins with what the run
  /// before made durable.
  public var used: Amount { state.withLock { $0.used } }

  /// Notes how much was used since the beginning; the body is charged for the highest report.
  ///
  /// It costs next to nothing and may be called for every piece of a stream. What is reported is
  /// made durable every two seconds, as far as it is held, so that a crash loses no more than that.
  ///
  /// - Parameter used: The total so far, not an increment. One that is not higher changes nothing.
  public func report(_ used: Amount) {
    state.withLock { $0.note(used) }
  }

  /// Sees to it that at least `amount` is held in all, and tells why that is not so.
  ///
  /// ```swift
  /// if await hold.ensure(atLeast: used + next) != nil { break }
  /// ```
  ///
  /// It may be called for every piece of a stream: most calls ask nobody. The hold grows in steps
  /// that double it, or by half of what is left where there is not as much; calls that come
  /// together share a step, and there are at most four steps a second.
  ///
  /// - Parameters:
  ///   - amount: What the work may have used in all before it asks again.
  ///   - isolation: the caller's actor; leave it to its default.
  /// - Returns: `nil` when it is held. Otherwise the refusal: `insufficient_balance` or
  ///   `limit_exceeded` when it cannot be afforded; `reservation_expired` or `reservation_closed`
  ///   when the hold is lost; `cancelled` when the task is; `unavailable` or `outcome_unknown` when
  ///   the ledger did not answer for two seconds. End the work then: what is used beyond the hold
  ///   may be impossible to charge.
  public func ensure(
    atLeast amount: Amount, isolation: isolated (any Actor)? = #isolation
  ) async -> LedgerError? {
    while true {
      switch state.withLock({ $0.plan(for: amount, growth: makeGrowth) }) {
      case .answered(let refusal): return refusal
      case .growing(let growth):
        let step = await growth.value
        if let refusal = step.refusal, step.wanted <= amount { return refusal }
      }
    }
  }

  /// A task of its own: it is shared, and the cancellation of one who waits must not end it.
  /// A cancelled caller gets none.
  private func makeGrowth() -> Task<HoldState.Step, Never>? {
    Task.isCancelled ? nil : Task { await self.grow() }
  }
}
