/// Sums over reservations that ended: settled, released or expired.
///
/// A reservation counts in the bucket in which it ended, with all that happened to it. What is still
/// open counts nowhere.
public struct ReservationFigures: StatisticsFigures {
  /// Those that ended `settled`.
  public var settledCount: Int64 = 0
  /// Those that ended `released`.
  public var releasedCount: Int64 = 0
  /// Those that ended `expired`.
  public var expiredCount: Int64 = 0
  /// Of the expired, those of which nothing was ever settled: work that was perhaps done and not
  /// charged.
  public var expiredUnsettledCount: Int64 = 0
  /// What those held.
  public var expiredUnsettledAmount: Int64 = 0
  /// All that was held: the initial amounts and the increases.
  public var heldAmount: Int64 = 0
  /// What was settled of the holds, and beyond them.
  public var settledAmount: Int64 = 0
  /// What of the holds went back: by how much the estimates were too high.
  public var returnedAmount: Int64 = 0
  /// What was asked for in settlements, late ones too, and could not be charged.
  public var shortfallAmount: Int64 = 0
  /// Settlements that came after the lapse and were charged something. They count when they came.
  public var lateCount: Int64 = 0
  /// What those were charged; not in `settledAmount`.
  public var lateAmount: Int64 = 0
  /// How long they were held, from the reserve to the end.
  public var heldTimes = DurationHistogram()

  /// How many ended.
  public var endedCount: Int64 { settledCount + releasedCount + expiredCount }

  /// What share of what was held was settled, beyond 1 where more was charged than held; `nil` where
  /// nothing was held.
  public var settledShare: Double? {
    heldAmount == 0 ? nil : Double(settledAmount) / Double(heldAmount)
  }

  public var weight: Int64 { heldAmount }

  public init() {}

  public mutating func add(_ other: ReservationFigures) throws(LedgerError) {
    try settledCount.add(other.settledCount)
    try releasedCount.add(other.releasedCount)
    try expiredCount.add(other.expiredCount)
    try expiredUnsettledCount.add(other.expiredUnsettledCount)
    try expiredUnsettledAmount.add(other.expiredUnsettledAmount)
    try heldAmount.add(other.heldAmount)
    try settledAmount.add(other.settledAmount)
    try returnedAmount.add(other.returnedAmount)
    try shortfallAmount.add(other.shortfallAmount)
    try lateCount.add(other.lateCount)
    try lateAmount.add(other.lateAmount)
    try heldTimes.add(other.heldTimes)
  }
}
