/// A reservation of a ledger. Making one asks nobody; whether it exists shows when it is used.
///
/// Every function throws `reservation_not_found` for one that does not exist, or is another
/// account's where the handle was made from an account.
public struct ReservationHandle: Sendable {
  let ledger: Ledger
  let account: AccountName?
  let reference: ReservationReference

  /// Charges what the work cost and, unless `final` is `false`, returns the rest and closes the
  /// hold.
  ///
  /// - Parameters:
  ///   - amount: 0 … 2⁵³ − 1; 0 closes the hold without a charge.
  ///   - final: `false` leaves the hold open for further settlements, even at nothing remaining.
  ///   - overage: What happens to the part of the amount that is above the hold.
  ///   - late: What happens when the hold has lapsed. Charging what the lapse has charged already
  ///     is the caller's to avoid: leave it with `onLapse: chargeReported` and `chargeAll`.
  ///   - details: what is said besides the figures; it is reported and decides nothing.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  /// - Throws: `reservation_closed`, `reservation_expired`; by the overage
  ///   `settlement_exceeds_reservation`, `insufficient_balance` or `overdraft_limit_exceeded`.
  @discardableResult
  public func settle(
    _ amount: Amount, final: Bool = true, key: IdempotencyKey,
    overage: Settle.Overage = .drawAvailable, late: Settle.Late = .reject,
    details: Details = .none
  ) async throws(LedgerError) -> Answer<SettleResult> {
    let settle = Settle(
      reservation: reference, amount: amount, final: final, overage: overage, late: late,
      details: details)
    return try await send(.settle(settle), key: key, as: .settle)
  }

  /// Holds more, before it expires. When that is refused the hold stays as it was.
  ///
  /// - Parameters:
  ///   - amount: 1 … 2⁵³ − 1, on top of what is held.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  /// - Throws: `reservation_closed`, `reservation_expired`, `limit_exceeded`,
  ///   `insufficient_balance`.
  @discardableResult
  public func increase(
    by amount: Amount, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<ReservationResult> {
    try await send(
      .increase(Increase(reservation: reference, amount: amount)), key: key, as: .reservation)
  }

  /// Moves the expiry to that long from now, before it is reached. It never shortens.
  ///
  /// - Parameters:
  ///   - duration: 1 s … 7 d in whole seconds, a started one counted whole.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  /// - Throws: `reservation_closed`, `reservation_expired`.
  @discardableResult
  public func extend(
    toLast duration: Duration, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<ReservationResult> {
    let extend = Extend(
      reservation: reference, by: .fromNow(seconds: duration.roundedUpSeconds))
    return try await send(.extend(extend), key: key, as: .reservation)
  }

  /// Moves the expiry that much further, before it is reached.
  ///
  /// - Parameters:
  ///   - duration: 1 s … 7 d in whole seconds, a started one counted whole.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  /// - Throws: `reservation_closed`, `reservation_expired`.
  @discardableResult
  public func extend(
    by duration: Duration, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<ReservationResult> {
    let extend = Extend(
      reservation: reference, by: .fromExpiry(seconds: duration.roundedUpSeconds))
    return try await send(.extend(extend), key: key, as: .reservation)
  }

  /// Notes durably how much was used since the reserve, for `onLapse: chargeReported`.
  ///
  /// A mark not higher than before has no effect and answers the mark as it stands.
  ///
  /// - Parameters:
  ///   - used: 1 … what was ever held.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  /// - Throws: `reservation_closed`, `reservation_expired`, `settlement_exceeds_reservation`.
  @discardableResult
  public func report(
    used: Amount, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<ReportResult> {
    try await send(
      .report(Report(reservation: reference, used: used)), key: key, as: .report)
  }

  /// Gives back what is left of the hold and closes it.
  ///
  /// One that is closed already is no error: the answer's `released` is `false`, its `status` says
  /// how it was closed.
  ///
  /// - Parameters:
  ///   - reason: At most 1,024 bytes.
  ///   - key: the idempotency key; a repeat under it gets the first answer.
  @discardableResult
  public func release(
    reason: String? = nil, key: IdempotencyKey
  ) async throws(LedgerError) -> Answer<ReleaseResult> {
    try await send(
      .release(Release(reservation: reference, reason: reason)), key: key, as: .release)
  }

  /// How it stands now.
  public func current() async throws(LedgerError) -> Reservation {
    let (store, tenant, account, reference) = (ledger.store, ledger.tenant, account, reference)
    return try await ledger.read { () async throws(LedgerError) in
      try await store.reservation(reference, in: tenant, account: account)
    }
  }

  private func send<Outcome>(
    _ action: Command.Action, key: IdempotencyKey, as reading: Reading<Outcome>
  ) async throws(LedgerError) -> Answer<Outcome> {
    try await ledger.send(action, account: account, key: key, as: reading)
  }
}
