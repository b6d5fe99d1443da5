/// Grows an open hold, before it expires. When it is refused the hold stays as it was.
public struct Increase: Hashable, Sendable {
  public var reservation: ReservationReference
  /// 1 … 2⁵³ − 1.
  public var amount: Amount

  public init(reservation: ReservationReference, amount: Amount) {
    self.reservation = reservation
    self.amount = amount
  }
}

/// Moves the expiry of an open hold, before it expires.
public struct Extend: Hashable, Sendable {
  public var reservation: ReservationReference
  public var by: Extension

  public init(reservation: ReservationReference, by: Extension) {
    self.reservation = reservation
    self.by = by
  }

  public enum Extension: Hashable, Sendable {
    /// 1 s … 7 d from now; never shortens.
    case fromNow(seconds: Int)
    /// 1 s … 7 d from the present expiry.
    case fromExpiry(seconds: Int)
  }
}

/// Notes durably how much was used since the reserve, for a hold that charges what was reported when
/// it lapses. A mark not higher than before has no effect and takes no key.
public struct Report: Hashable, Sendable {
  public var reservation: ReservationReference
  /// 1 … what was ever held.
  public var used: Amount

  public init(reservation: ReservationReference, used: Amount) {
    self.reservation = reservation
    self.used = used
  }
}

/// Charges what the work cost, in part or at the end.
public struct Settle: Hashable, Sendable {
  public var reservation: ReservationReference
  /// 0 … 2⁵³ − 1.
  public var amount: Amount
  /// Returns what is left of the hold and closes it. The default here; on the wire it is `false`.
  public var final: Bool
  public var overage: Overage
  public var late: Late
  /// In a group: all settles so marked charge the same amount, the least that any of them can.
  public var coupled: Bool
  public var details: Details

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
public struct Release: Hashable, Sendable {
  public var reservation: ReservationReference
  /// At most 1,024 bytes.
  public var reason: ByteText?

  public init(reservation: ReservationReference, reason: String? = nil) {
    self.reservation = reservation
    self.reason = reason.map(ByteText.init)
  }
}
