/// What an item is counted against. Only administration defines it.
public struct UsageItemDefinition: Hashable, Sendable {
  /// The item that it describes.
  public var item: ItemName
  /// For display; 1–255 bytes.
  public var name: String?
  /// At most 100; none for an item that is only counted, or paid piece by piece.
  public var limits: [UsageLimit]
  /// What happens above a limit.
  public var overage: UsageOverage

  /// A definition; checked when a store takes it.
  public init(
    item: ItemName, name: String? = nil, limits: [UsageLimit], overage: UsageOverage
  ) {
    self.item = item
    self.name = name
    self.limits = limits
    self.overage = overage
  }
}

/// A maximum per window.
public struct UsageLimit: Hashable, Sendable {
  /// Over which time it is added up.
  public var window: Window
  /// 0 … 2⁵³ − 1.
  public var maximum: Amount
  /// What is added up: pieces, or what holds spent.
  public var measures: Measure

  /// A limit of pieces, unless said otherwise.
  public init(window: Window, maximum: Amount, measures: Measure = .count) {
    self.window = window
    self.maximum = maximum
    self.measures = measures
  }

  /// What is added up against the maximum.
  public enum Measure: Hashable, Sendable {
    /// Pieces.
    case count
    /// What the holds that count the item settled and still hold of a unit, in the window they were
    /// counted in. Checked on reserve and increase.
    case spent(UnitName)
  }
}

/// What happens to pieces above a limit.
public enum UsageOverage: Hashable, Sendable {
  /// Refused whole.
  case block
  /// Counted only.
  case allow
  /// Charged at once.
  case charge(UsagePrice)
}

/// The price of pieces above the limits: `ceil(pieces × amount / per)`.
public struct UsagePrice: Hashable, Sendable {
  /// The balance that pays.
  public var unit: UnitName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  /// Pieces that `amount` buys; 1 … 2⁵³ − 1.
  public var per: Amount
  /// The most pieces above the maximum per window; `nil` for any number.
  public var cap: Amount?

  /// A price for each piece without a cap, unless said otherwise.
  public init(unit: UnitName, amount: Amount, per: Amount = 1, cap: Amount? = nil) {
    self.unit = unit
    self.amount = amount
    self.per = per
    self.cap = cap
  }

  /// The price of that many pieces; `nil` when it is more than an amount can be.
  package func cost(of pieces: Amount) -> Amount? {
    let product = Int128(pieces.value) * Int128(amount.value)
    let cost = (product + Int128(per.value) - 1) / Int128(per.value)
    return cost <= Int128(Amount.maximum.value) ? Amount(Int64(cost)) : nil
  }
}

/// How a unit is shown. It decides nothing.
public struct UnitDefinition: Hashable, Sendable {
  /// The unit that it describes.
  public var unit: UnitName
  /// 1–255 bytes.
  public var name: String
  /// 1–16 bytes.
  public var symbol: String?
  /// Digits behind the decimal point; 0 … 12.
  public var precision: Int

  /// A unit without symbol that is shown in whole numbers, unless said otherwise.
  public init(unit: UnitName, name: String, symbol: String? = nil, precision: Int = 0) {
    self.unit = unit
    self.name = name
    self.symbol = symbol
    self.precision = precision
  }
}
