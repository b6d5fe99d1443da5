/// Undoes a debit, a settlement, a usage charge or a credit, whole or in part.
///
/// Refused as `entry_not_found`, `invalid_argument` for an entry of another kind,
/// `reversal_exceeds_entry` or `amount_overflow`.
public struct Reverse: Hashable, Sendable {
  /// An entry of kind debit, settlement, usage or credit; any other is `invalid_argument`.
  public var entry: EntryID
  /// 1 … what is left of the entry; `nil` for all of that.
  public var amount: Amount?
  /// At most 1,024 bytes.
  public var reason: ByteText?

  /// Undoes all that is left of the entry, unless an amount is given.
  public init(entry: EntryID, amount: Amount? = nil, reason: String? = nil) {
    self.entry = entry
    self.amount = amount
    self.reason = reason.map(ByteText.init)
  }
}

/// Sets the floor of a balance. Lowering it never touches holds.
public struct SetOverdraftLimit: Hashable, Sendable {
  /// The balance whose floor it is.
  public var unit: UnitName
  /// 0 … 2⁵³ − 1.
  public var limit: Amount

  /// The new limit of the balance, not a change of the present one.
  public init(unit: UnitName, limit: Amount) {
    self.unit = unit
    self.limit = limit
  }
}

/// Lapses the unpinned rest of a lot now; what is pinned lapses as it is given back.
///
/// Refused as `lot_not_found`, also when nothing of the lot is left.
public struct VoidLot: Hashable, Sendable {
  /// A lot that has not lapsed; otherwise `lot_not_found`.
  public var lot: LotID

  /// Voids this lot, scheduled or not.
  public init(lot: LotID) {
    self.lot = lot
  }
}

/// Changes the terms of a lot. An expiry that is past lapses the unpinned rest now.
///
/// Refused as `lot_not_found`, also when nothing of the lot is left.
public struct UpdateLot: Hashable, Sendable {
  /// A lot that has not lapsed; otherwise `lot_not_found`.
  public var lot: LotID
  /// The new expiry.
  public var expiry: Expiry
  /// −2³¹ … 2³¹ − 1; `nil` leaves it.
  public var priority: Int?

  /// A change of the expiry, the priority or both; neither is `invalid_argument`.
  public init(lot: LotID, expiry: Expiry = .unchanged, priority: Int? = nil) {
    self.lot = lot
    self.expiry = expiry
    self.priority = priority
  }

  /// What becomes of a lot's expiry.
  public enum Expiry: Hashable, Sendable {
    /// Expires as before.
    case unchanged
    /// Never expires.
    case never
    /// Expires then; an instant that is past lapses the unpinned rest now.
    case at(Instant)
  }
}
