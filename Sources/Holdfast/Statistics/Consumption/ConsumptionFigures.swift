/// Sums over ledger entries, in the smallest denomination of their unit.
public struct ConsumptionFigures: StatisticsFigures {
  /// What left: Σ |negative deltas|.
  public var spent: Int64 = 0
  /// What came: Σ positive deltas, reversals of charges included.
  public var granted: Int64 = 0
  /// How many entries.
  public var entryCount: Int64 = 0
  /// What was used: debits, settlements and usage charges, less what was reversed of them. Negative
  /// where more was reversed than charged in the bucket.
  public var consumed: Int64 = 0
  /// What expired.
  public var lapsed: Int64 = 0
  /// What was voided.
  public var voided: Int64 = 0
  /// What left for another account.
  public var transferred: Int64 = 0
  /// Σ |deltas of reversals|, of charges and of credits.
  public var reversed: Int64 = 0

  /// `granted − spent`.
  public var net: Int64 { granted - spent }
  public var weight: Int64 { consumed }

  public init() {}

  public mutating func add(_ other: ConsumptionFigures) throws(LedgerError) {
    try spent.add(other.spent)
    try granted.add(other.granted)
    try entryCount.add(other.entryCount)
    try consumed.add(other.consumed)
    try lapsed.add(other.lapsed)
    try voided.add(other.voided)
    try transferred.add(other.transferred)
    try reversed.add(other.reversed)
  }
}
