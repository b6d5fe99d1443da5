/// A hold that was made, as a value that can be stored or sent to whoever is to settle it.
///
/// ```swift
/// let held = try await credits.reserve(75, key: "job-7")
/// try await queue.send(JSONEncoder().encode(held.outcome))
/// // In another process:
/// let held = try JSONDecoder().decode(HeldReservation.self, from: message)
/// try await ledger.reservation(held).settle(40, key: held.key)
/// ```
///
/// It tells what was held when it was made. `ledger.reservation(held).current()` tells how it
/// stands.
public struct HeldReservation: Hashable, Sendable, Codable {
  public var id: ReservationID
  public var account: AccountName
  public var unit: UnitName
  /// The key of its reserve. Its settle or release may have the same: keys are told apart by
  /// command.
  public var key: IdempotencyKey
  /// What is held; with a `minimum` it may be less than was asked for.
  public var amount: Amount
  /// The store's instant from which on it can no longer be extended or increased.
  public var expiresAt: Instant
}

extension Reading<HeldReservation> {
  static func held(_ account: AccountName, _ unit: UnitName) -> Self {
    Reading { outcome, key in
      guard case .reservation(let result) = outcome, let key else { return nil }
      return HeldReservation(
        id: result.reservationId, account: account, unit: unit, key: key,
        amount: result.amount, expiresAt: result.expiresAt)
    }
  }
}
