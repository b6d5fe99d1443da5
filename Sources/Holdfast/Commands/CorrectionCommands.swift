/// Undoes a debit, a settlement, a usage charge or a credit, whole or in part.
public struct Reverse: Hashable, Sendable {
  public var entry: EntryID
  /// 1 … what is left of the entry; `nil` for all of that.
  public var amount: Amount?
  /// At most 1,024 bytes.
  public var reason: ByteText?

  public init(entry: EntryID, amount: Amount? = nil, reason: String? = nil) {
    self.entry = entry
    self.amount = amount
    self.reason = reason.map(ByteText.init)
  }
}

/// Sets the floor of a balance. Lowering it never touches holds.
public struct SetOverdraftLimit: Hashable, Sendable {
  public var unit: UnitName
  /// 0 … 2⁵³ − 1.
  public var limit: Amount

  public init(unit: UnitName, limit: Amount) {
    self.unit = unit
    self.limit = limit
  }
}

/// Lapses the unpinned rest of a lot now; what is pinned lapses as it is given back.
public struct VoidLot: Hashable, Sendable {
  public var lot: LotID

  public init(lot: LotID) {
    self.lot = lot
  }
}

/// Changes the terms of a lot. An expiry that is past lapses the unpinned rest now.
public struct UpdateLot: Hashable, Sendable {
  public var lot: LotID
  public var expiry: Expiry
  /// −2³¹ … 2³¹ − 1; `nil` leaves it.
  public var priority: Int?

  public init(lot: LotID, expiry: Expiry = .unchanged, priority: Int? = nil) {
    self.lot = lot
    self.expiry = expiry
    self.priority = priority
  }

  public enum Expiry: Hashable, Sendable {
    case unchanged
    case never
    case at(Instant)
  }
}
