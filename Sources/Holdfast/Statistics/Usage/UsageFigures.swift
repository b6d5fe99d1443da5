/// Sums over recorded usage, net of what was taken back.
public struct UsageFigures: StatisticsFigures {
  /// Pieces.
  public var amount: Int64 = 0
  /// Pieces within the limits: `amount` without what was above one. Of an item that is paid piece by
  /// piece, with a price and no limit, none.
  public var consumed: Int64 = 0
  /// Records of which something is left.
  public var eventCount: Int64 = 0
  /// What pieces above a limit cost, less all that was given back of it. Of items with prices in
  /// different units it is no sum of one thing; ask for one item then.
  public var chargedUnits: Int64 = 0

  public var weight: Int64 { amount }

  public init() {}

  public mutating func add(_ other: UsageFigures) throws(LedgerError) {
    try amount.add(other.amount)
    try consumed.add(other.consumed)
    try eventCount.add(other.eventCount)
    try chargedUnits.add(other.chargedUnits)
  }
}
