/// Grows an open hold, before it expires. When it is refused the hold stays as it was.
///
/// Refused as `ambiguous_key`, `reservation_not_found`, `reservation_closed`, `reservation_expired`,
/// `limit_exceeded` (of a spent limit), `insufficient_balance` or `amount_overflow`.
public struct Increase: Hashable, Sendable {
  /// The hold.
  public var reservation: ReservationReference
  /// 1 … 2⁵³ − 1.
  public var amount: Amount

  /// An increase of a hold by an amount, not to one.
  public init(reservation: ReservationReference, amount: Amount) {
    self.reservation = reservation
    self.amount = amount
  }
}

/// Moves the expiry of an open hold, before it expires.
///
/// Refused as `ambiguous_key`, `reservation_not_found`, `reservation_closed` or
/// `reservation_expired`.
public struct Extend: Hashable, Sendable {
  /// The hold.
  public var reservation: ReservationReference
  /// How far, and from where.
  public var by: Extension

  /// An extension of a hold that is open and before its expiry.
  public init(reservation: ReservationReference, by: Extension) {
    self.reservation = reservation
    self.by = by
  }

  /// From where the new expiry is counted.
  public enum Extension: Hashable, Sendable {
    /// 1 s … 7 d from now; never shortens.
    case fromNow(seconds: Int)
    /// 1 s … 7 d from the present expiry.
    case fromExpiry(seconds: Int)
  }
}

/// Notes durably how much was used since the reserve, for a hold that charges what was reported when
/// it lapses. A mark not higher than before has no effect and takes no key.
///
/// Refused as `ambiguous_key`, `reservation_not_found`, `reservation_closed`, `reservation_expired`
/// or `settlement_exceeds_reservation`.
public struct Report: Hashable, Sendable {
  /// The hold.
  public var reservation: ReservationReference
  /// 1 … what was ever held.
  public var used: Amount

  /// A mark of all use since the reserve, not of what was used since the last mark.
  public init(reservation: ReservationReference, used: Amount) {
    self.reservation = reservation
    self.used = used
  }
}

/// Charges what the work cost, in part or at the end.
///
/// Refused as `ambiguous_key`, `reservation_not_found`, `reservation_closed`, `reservation_expired`,
/// `settlement_exceeds_reservation`, `insufficient_balance` (only late), `overdraft_limit_exceeded`
/// or `amount_overflow`.
public struct Settle: Hashable, Sendable {
  /// The hold.
  public var reservation: ReservationReference
  /// 0 … 2⁵³ − 1.
  public var amount: Amount
  /// Returns what is left of the hold and closes it. The default here; on the wire it is `false`.
  public var final: Bool
  /// What happens to the part of the amount that is above the hold.
  public var overage: Overage
  /// What happens after the hold lapsed.
  public var late: Late
  /// In a group: all settles so marked charge the same amount, the least that any of them can.
  public var coupled: Bool
  /// What is reported with its entry; where it says nothing the reserve's is.
  public var details: Details

  /// A final settlement that may draw what is available beyond the hold and is refused after the
  /// lapse, unless said otherwise.
  public init(
    reservation: ReservationReference, amount: Amount, final: Bool = true,
    overage: Overage = .drawAvailable, late: Late = .reject, coupled: Bool = false,
    details: Details = .none
  ) {
    self.reservation = reservation
    self.amount = amount
    self.final = final
    self.overage = overage
    self.late = late
    self.coupled = coupled
    self.details = details
  }

  /// What happens to the part of the amount that is above the hold.
  public enum Overage: String, Hashable, Sendable, CaseIterable {
    /// Refused as `settlement_exceeds_reservation`.
    case reject
    /// It is the shortfall.
    case capAtReserved
    /// Drawn while `posted − held > 0`; the rest is the shortfall.
    case drawAvailable
    /// Drawn down to the overdraft floor; beyond it `overdraft_limit_exceeded`.
    case overdraft
  }

  /// What happens after the hold lapsed.
  public enum Late: String, Hashable, Sendable, CaseIterable {
    /// Refused as `reservation_expired`.
    case reject
    /// Charged as a fresh debit under the overage policy; the reservation stays `expired`.
    case chargeAvailable
  }
}

/// Gives back what is left of a hold and closes it.
///
/// On a closed reservation it is no error: it answers `released: false` and takes no key.
///
/// Refused as `ambiguous_key` or `reservation_not_found`.
public struct Release: Hashable, Sendable {
  /// The hold.
  public var reservation: ReservationReference
  /// At most 1,024 bytes.
  public var reason: ByteText?

  /// A release of all that is left of a hold.
  public init(reservation: ReservationReference, reason: String? = nil) {
    self.reservation = reservation
    self.reason = reason.map(ByteText.init)
  }
}
