/// Why `withReservation` threw: whose error it is, and what became of the hold.
public enum ReservationFailure<BodyError: Error>: Error {
  /// The ledger's: nothing could be held, and the body did not run.
  ///
  /// `reservation_closed` and `reservation_expired` mean that an earlier run under this key came to
  /// its end. With `outcome_unknown` a hold may exist: run again under the key, or let it lapse.
  case refused(LedgerError)
  /// The body's, as it threw it, and what became of the hold.
  case body(BodyError, hold: HoldEnding)
  /// The ledger's: the body came to its end, but the hold could not be settled.
  case unsettled(UnsettledReservation)

  /// What the body threw; `nil` when the error is the ledger's.
  public var bodyError: BodyError? {
    if case .body(let error, _) = self { error } else { nil }
  }

  /// What the ledger refused or could not answer, also beside a body's error; `nil` when all went
  /// well but for the body.
  public var ledgerError: LedgerError? {
    switch self {
    case .refused(let error): error
    case .body(_, .unfinished(let reservation)): reservation.error
    case .body: nil
    case .unsettled(let reservation): reservation.error
    }
  }
}

extension ReservationFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let error): "nothing was held: \(error)"
    case .body(let error, .unfinished(let reservation)):
      "the body failed: \(error); its hold was not ended: \(reservation.error)"
    case .body(let error, _): "the body failed: \(error)"
    case .unsettled(let reservation): "the hold was not settled: \(reservation.error)"
    }
  }
}

/// What became of a hold whose body threw.
public enum HoldEnding: Hashable, Sendable {
  /// It was given back. Nothing is charged.
  case released(Answer<ReleaseResult>)
  /// The task was cancelled, and what had been reported was charged.
  case settled(Answer<SettleResult>)
  /// Neither could be done before it lapsed, or it was refused.
  case unfinished(UnsettledReservation)
}

/// A hold that could not be ended before it lapsed.
///
/// It becomes, or has become, what its `onLapse` says: with `chargeReported` what `reported` says
/// was charged. `error` tells the last that was heard: `reservation_expired` and
/// `reservation_closed` are certain; with `unavailable` and `outcome_unknown` ask for
/// `ledger.reservation(held).current()`.
public struct UnsettledReservation: Hashable, Sendable {
  public var held: HeldReservation
  /// The key of the settle or release that failed. Under it a settle can be repeated as long as the
  /// hold is open, and is charged once.
  public var key: IdempotencyKey
  /// What the body had reported as used.
  public var used: Amount
  /// The part of it that the ledger knew of for certain.
  public var reported: Amount
  public var error: LedgerError
}

/// What a metered body returned, and what was charged for it.
public struct Metered<Value> {
  public var value: Value
  /// The final settlement. Its `shortfallAmount` is what was used and could not be charged.
  public var settlement: Answer<SettleResult>
}

extension Metered: Sendable where Value: Sendable {}
