/// The answer to `recordUsage`, also when it was refused.
public struct UsageAnswer: Hashable, Sendable {
  /// `nil` when it was refused.
  public var recordId: UsageRecordID?
  public var allowed: Bool
  /// Why it was refused: `limit_exceeded` or `insufficient_balance`.
  public var reason: LedgerError.Code?
  /// Used of the limit that has least remaining; without limits the use of all time.
  public var used: Amount
  public var limit: Amount?
  public var remaining: Amount?
  /// What the overflow cost.
  public var chargedUnits: Amount
  /// The window of the limit shown; `nil` for all time.
  public var periodStart: Instant?
  public var periodEnd: Instant?
}

public struct ReverseUsageResult: Hashable, Sendable {
  public var recordId: UsageRecordID
  public var used: Amount
  public var remaining: Amount?
  /// What was given back of the charge.
  public var creditedUnits: Amount
}
