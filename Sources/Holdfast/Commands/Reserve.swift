/// Holds credit for work whose cost is known only when it ends.
public struct Reserve: Hashable, Sendable {
  public var unit: UnitName
  /// 1 … 2⁵³ − 1; 0 only with `allowZero`.
  public var amount: Amount
  /// Holds what there is, up to `amount`, when that is at least this; 1 … `amount`.
  public var minimum: Amount?
  /// 1 s … 7 d, from now.
  public var expiresInSeconds: Int
  /// 0 … 3,600 s after the expiry in which it can still be settled or released.
  public var graceSeconds: Int
  public var floor: Floor
  /// Usage counted with the hold, all or nothing; each item once, at most 100.
  public var counts: [Count]
  public var onLapse: OnLapse
  public var allowZero: Bool
  public var details: Details

  public init(
    unit: UnitName, amount: Amount, minimum: Amount? = nil, expiresInSeconds: Int = 1800,
    graceSeconds: Int = 0, floor: Floor = .overdraft, counts: [Count] = [],
    onLapse: OnLapse = .return, allowZero: Bool = false, details: Details = .none
  ) {
    self.unit = unit
    self.amount = amount
    self.minimum = minimum
    self.expiresInSeconds = expiresInSeconds
    self.graceSeconds = graceSeconds
    self.floor = floor
    self.counts = counts
    self.onLapse = onLapse
    self.allowZero = allowZero
    self.details = details
  }

  /// How far down the balance a hold may reach.
  public enum Floor: String, Hashable, Sendable, CaseIterable {
    /// Down to the overdraft limit.
    case overdraft
    /// Down to zero.
    case balance
  }

  /// What becomes of a hold whose time is over.
  public enum OnLapse: String, Hashable, Sendable, CaseIterable {
    /// The hold is given back.
    case `return`
    /// What was reported and not yet settled is charged, the rest is given back.
    case chargeReported
    /// The whole hold is charged.
    case chargeAll
  }

  /// Pieces of an item that are counted with the hold.
  public struct Count: Hashable, Sendable {
    public var item: ItemName
    /// 1 … 2⁵³ − 1.
    public var amount: Amount

    public init(item: ItemName, amount: Amount) {
      self.item = item
      self.amount = amount
    }
  }
}

/// Names a reservation by its id, or by the key of its reserve.
public enum ReservationReference: Hashable, Sendable {
  case id(ReservationID)
  /// The key of its reserve in the command's account. Without an account every account of the tenant
  /// is looked at, and several matches are `ambiguous_key`.
  case key(IdempotencyKey)
}
