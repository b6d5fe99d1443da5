/// The states of a reservation.
public enum ReservationStatus: String, Hashable, Sendable, CaseIterable {
  /// Becomes `settled`, `released` or `expired`.
  case open
  /// Closed by a final settlement.
  case settled
  /// Closed by a release.
  case released
  /// Closed by time.
  case expired
}

public struct ReservationResult: Hashable, Sendable {
  public var reservationId: ReservationID
  /// What is held now.
  public var amount: Amount
  public var expiresAt: Instant
  public var status: ReservationStatus
}

public struct ReportResult: Hashable, Sendable {
  public var reservationId: ReservationID
  /// The mark as it stands.
  public var used: Amount
}

public struct SettleResult: Hashable, Sendable {
  public var reservationId: ReservationID
  public var entryId: EntryID
  public var operationRequestedAmount: Amount
  public var operationSettledAmount: Amount
  public var operationShortfallAmount: Amount
  /// Of all settlements of the reservation that were not late.
  public var requestedAmount: Amount
  public var settledAmount: Amount
  public var shortfallAmount: Amount
  public var remainingReserved: Amount
  public var balanceAfter: Amount
  public var status: ReservationStatus
  public var expiresAt: Instant
  /// Whether it came after the hold lapsed and was charged as a fresh debit.
  public var late: Bool
}

public struct ReleaseResult: Hashable, Sendable {
  public var reservationId: ReservationID
  /// `false` when the reservation was closed already.
  public var released: Bool
  public var releasedAmount: Amount
  public var remainingReserved: Amount
  public var balanceAfter: Amount
  public var status: ReservationStatus
}
