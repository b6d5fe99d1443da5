/// The figures of a balance at one instant, with what was due by then.
public struct Balance: Hashable, Sendable {
  public var unit: UnitName
  /// What is in the lots, less the debt.
  public var posted: Amount
  /// What open reservations hold.
  public var held: Amount
  /// What was drawn beyond the lots.
  public var debt: Amount
  /// Credit that has not started yet.
  public var scheduled: Amount
  public var overdraftLimit: Amount
  /// The part of the unpinned credit that expires within the time asked for; `nil` as of the past.
  public var expiringSoon: Amount?
  /// When a lot, a hold or scheduled credit next becomes due; `nil` for never and as of the past.
  public var nextDue: Instant?

  /// `posted − held + overdraftLimit`.
  public var available: Amount { posted - held + overdraftLimit }
}

/// A reservation as it stands.
public struct Reservation: Hashable, Sendable {
  public var reservationId: ReservationID
  public var account: AccountName
  public var unit: UnitName
  public var status: ReservationStatus
  public var initialAmount: Amount
  /// What was added by increases.
  public var increasedAmount: Amount
  public var remainingReserved: Amount
  /// Sums over its settlements, late ones left out.
  public var requestedAmount: Amount
  public var settledAmount: Amount
  public var shortfallAmount: Amount
  /// What was given back by release, lapse or a final settlement.
  public var releasedAmount: Amount
  /// The highest use reported.
  public var reportedAmount: Amount
  public var createdAt: Instant
  public var expiresAt: Instant
  /// When it lapses: its expiry plus grace.
  public var lapsesAt: Instant
  public var onLapse: Reserve.OnLapse
  public var key: IdempotencyKey
  public var description: ByteText?
  public var metadata: JSONValue?
}

/// A lot with something remaining.
public struct LotView: Hashable, Sendable {
  public var lotId: LotID
  /// What was granted.
  public var amount: Amount
  public var remaining: Amount
  /// The part of `remaining` that open reservations will burn.
  public var pinned: Amount
  public var expiresAt: Instant?
  public var effectiveAt: Instant
  public var createdAt: Instant
  public var priority: Int
  public var category: Credit.Category
  public var costBasis: Amount?
}
