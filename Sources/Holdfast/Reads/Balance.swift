/// The figures of a balance at one instant, with what was due by then.
public struct Balance: Hashable, Sendable {
  /// What is counted.
  public var unit: UnitName
  /// What is in the lots, less the debt.
  public var posted: Amount
  /// What open reservations hold.
  public var held: Amount
  /// What was drawn beyond the lots.
  public var debt: Amount
  /// Credit that has not started yet.
  public var scheduled: Amount
  /// How far below zero `posted − held` may go; 0 or more.
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
  /// The reservation.
  public var reservationId: ReservationID
  /// Whose it is.
  public var account: AccountName
  /// What is held.
  public var unit: UnitName
  /// Its state, what is due included.
  public var status: ReservationStatus
  /// What the reserve held.
  public var initialAmount: Amount
  /// What was added by increases.
  public var increasedAmount: Amount
  /// What it still holds; 0 once it is closed.
  public var remainingReserved: Amount
  /// Sums over its settlements, late ones left out.
  public var requestedAmount: Amount
  /// What was charged, above the hold included.
  public var settledAmount: Amount
  /// What was asked for and could not be charged.
  public var shortfallAmount: Amount
  /// What was given back by release, lapse or a final settlement.
  public var releasedAmount: Amount
  /// The highest use reported.
  public var reportedAmount: Amount
  /// When it was reserved.
  public var createdAt: Instant
  /// When it can no longer be increased or extended.
  public var expiresAt: Instant
  /// When it lapses: its expiry plus grace.
  public var lapsesAt: Instant
  /// What becomes of it when its time is over.
  public var onLapse: Reserve.OnLapse
  /// The key of its reserve.
  public var key: IdempotencyKey
  /// Of its reserve.
  public var description: ByteText?
  /// Of its reserve; a JSON object.
  public var metadata: JSONValue?
}

/// A lot with something remaining.
public struct LotView: Hashable, Sendable {
  /// The lot, by which its terms can be changed.
  public var lotId: LotID
  /// What was granted.
  public var amount: Amount
  /// What was neither burned nor lapsed, what is pinned included.
  public var remaining: Amount
  /// The part of `remaining` that open reservations will burn.
  public var pinned: Amount
  /// When its unpinned rest lapses; `nil` for never.
  public var expiresAt: Instant?
  /// When it started to count.
  public var effectiveAt: Instant
  /// When it was credited; of a transferred piece when its source was.
  public var createdAt: Instant
  /// Lower burns first.
  public var priority: Int
  /// Whether it was bought or given.
  public var category: Credit.Category
  /// What was paid for the whole lot, in a denomination of the caller's; `nil` when nobody said.
  public var costBasis: Amount?
}
