/// Sums over lots that expire.
public struct ExpiringFigures: StatisticsFigures {
  /// What lapses at the expiry when nobody draws it before: what remains and no reservation holds.
  public var amount: Int64 = 0
  /// What open reservations hold of these lots; it lapses only if it is given back.
  public var pinnedAmount: Int64 = 0
  /// Scheduled credit, which has not started to count yet.
  public var scheduledAmount: Int64 = 0
  /// How many lots, scheduled ones too.
  public var lotCount: Int64 = 0
  /// What was paid for what remains of these lots: of each its share of the cost basis, rounded down.
  public var costBasis: Int64 = 0

  public var weight: Int64 { amount }

  public init() {}

  public mutating func add(_ other: ExpiringFigures) throws(LedgerError) {
    try amount.add(other.amount)
    try pinnedAmount.add(other.pinnedAmount)
    try scheduledAmount.add(other.scheduledAmount)
    try lotCount.add(other.lotCount)
    try costBasis.add(other.costBasis)
  }
}
