/// Holds credit for work whose cost is known only when it ends.
///
/// Refused as `usage_item_not_found`, `too_many_open_reservations`, `limit_exceeded`,
/// `insufficient_balance` or `amount_overflow`.
public struct Reserve: Hashable, Sendable {
  /// The balance that is held.
  public var unit: UnitName
  /// 1 … 2⁵³ − 1; 0 only with `allowZero`.
  public var amount: Amount
  /// Holds what there is, up to `amount`, when that is at least this; 1 … `amount`.
  public var minimum: Amount?
  /// 1 s … 7 d, from now.
  public var expiresInSeconds: Int
  /// 0 … 3,600 s after the expiry in which it can still be settled or released.
  public var graceSeconds: Int
  /// Whether the overdraft may be held.
  public var floor: Floor
  /// Usage counted with the hold, all or nothing; each item once, at most 100.
  public var counts: [Count]
  /// What becomes of the hold when its time is over.
  public var onLapse: OnLapse
  /// Whether an amount of 0 is taken, for a job that may turn out free.
  public var allowZero: Bool
  /// What is reported with the hold, and with settlements that have none; `occurredAt` is refused.
  public var details: Details

  /// A hold of the whole amount for 30 minutes that may use the overdraft and comes back when it
  /// lapses, unless said otherwise.
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
    /// An item that the tenant defines.
    public var item: ItemName
    /// 1 … 2⁵³ − 1.
    public var amount: Amount

    /// So many pieces of the item.
    public init(item: ItemName, amount: Amount) {
      self.item = item
      self.amount = amount
    }
  }
}

/// Names a reservation by its id, or by the key of its reserve.
public enum ReservationReference: Hashable, Sendable {
  /// The id that the reserve answered. An id of another account or tenant is not found.
  case id(ReservationID)
  /// The key of its reserve in the command's account. Without an account every account of the tenant
  /// is looked at, and several matches are `ambiguous_key`.
  case key(IdempotencyKey)
}
