/// Sums over credit that came and credit that lapsed.
public struct BreakageFigures: StatisticsFigures {
  /// What credits added, scheduled ones when they started. Transfers add nothing.
  public var grantedAmount: Int64 = 0
  /// What reversals of credits took back.
  public var withdrawnAmount: Int64 = 0
  /// What expired.
  public var lapsedAmount: Int64 = 0
  /// What was voided.
  public var voidedAmount: Int64 = 0
  /// What was paid for what expired and was voided: each time the share of the lot's cost basis,
  /// rounded down.
  public var brokenCostBasis: Int64 = 0

  /// What was never used: what expired and what was voided.
  ///
  /// The most that 64 bits hold where both together are more.
  public var brokenAmount: Int64 {
    let (sum, overflow) = lapsedAmount.addingReportingOverflow(voidedAmount)
    return overflow ? .max : sum
  }

  /// What share broke of what was granted and not taken back, in the same stretch of time; `nil`
  /// where that is nothing.
  public var brokenShare: Double? {
    let kept = grantedAmount - withdrawnAmount
    return kept > 0 ? Double(brokenAmount) / Double(kept) : nil
  }

  public var weight: Int64 { brokenAmount }

  public init() {}

  public mutating func add(_ other: BreakageFigures) throws(LedgerError) {
    try grantedAmount.add(other.grantedAmount)
    try withdrawnAmount.add(other.withdrawnAmount)
    try lapsedAmount.add(other.lapsedAmount)
    try voidedAmount.add(other.voidedAmount)
    try brokenCostBasis.add(other.brokenCostBasis)
  }
}
