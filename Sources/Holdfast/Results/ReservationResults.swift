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

/// A reservation after it was made, grown or extended.
public struct ReservationResult: Hashable, Sendable {
  /// The reservation, for settling it from any process.
  public var reservationId: ReservationID
  /// What is held now.
  public var amount: Amount
  /// When it can no longer be increased or extended.
  public var expiresAt: Instant
  /// Its state after the command; `open`.
  public var status: ReservationStatus
}

/// The mark after a report.
public struct ReportResult: Hashable, Sendable {
  /// The reservation.
  public var reservationId: ReservationID
  /// The mark as it stands.
  public var used: Amount
}

/// What a settlement did, by itself and with all settlements of the reservation before it.
public struct SettleResult: Hashable, Sendable {
  /// The reservation.
  public var reservationId: ReservationID
  /// The settlement's entry, by which it can be reversed.
  public var entryId: EntryID
  /// What this settlement asked for.
  public var operationRequestedAmount: Amount
  /// What this settlement charged.
  public var operationSettledAmount: Amount
  /// What this settlement asked for and could not charge.
  public var operationShortfallAmount: Amount
  /// Of all settlements of the reservation that were not late.
  public var requestedAmount: Amount
  /// What all of them charged.
  public var settledAmount: Amount
  /// What all of them asked for and could not charge.
  public var shortfallAmount: Amount
  /// What is still held.
  public var remainingReserved: Amount
  /// Posted after all of it; less what came back to an expired lot.
  public var balanceAfter: Amount
  /// Its state after the settlement.
  public var status: ReservationStatus
  /// When the hold can no longer be increased or extended.
  public var expiresAt: Instant
  /// Whether it came after the hold lapsed and was charged as a fresh debit.
  public var late: Bool
}

/// What a release did.
public struct ReleaseResult: Hashable, Sendable {
  /// The reservation.
  public var reservationId: ReservationID
  /// `false` when the reservation was closed already.
  public var released: Bool
  /// What was given back; 0 when it was closed already.
  public var releasedAmount: Amount
  /// What is still held; 0.
  public var remainingReserved: Amount
  /// Posted after it; less than before when what came back had expired.
  public var balanceAfter: Amount
  /// Its state after the call.
  public var status: ReservationStatus
}
