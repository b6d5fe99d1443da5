/// The answer to `recordUsage`, also when it was refused.
public struct UsageAnswer: Hashable, Sendable {
  /// `nil` when it was refused.
  public var recordId: UsageRecordID?
  /// Whether it was counted.
  public var allowed: Bool
  /// Why it was refused: `limit_exceeded` or `insufficient_balance`.
  public var reason: LedgerError.Code?
  /// Used of the limit that has least remaining; without limits the use of all time.
  public var used: Amount
  /// The maximum of the limit shown; `nil` without limits.
  public var limit: Amount?
  /// What is left of the limit shown, never below 0; `nil` without limits.
  public var remaining: Amount?
  /// What the overflow cost.
  public var chargedUnits: Amount
  /// The window of the limit shown; `nil` for all time.
  public var periodStart: Instant?
  /// When that window ends and the count starts again; `nil` for all time.
  public var periodEnd: Instant?

  package init(
    recordId: UsageRecordID?, allowed: Bool, reason: LedgerError.Code?, used: Amount,
    limit: Amount?, remaining: Amount?, chargedUnits: Amount, periodStart: Instant?,
    periodEnd: Instant?
  ) {
    self.recordId = recordId
    self.allowed = allowed
    self.reason = reason
    self.used = used
    self.limit = limit
    self.remaining = remaining
    self.chargedUnits = chargedUnits
    self.periodStart = periodStart
    self.periodEnd = periodEnd
  }
}

/// What taking usage back did.
public struct ReverseUsageResult: Hashable, Sendable {
  /// The record that was taken back.
  public var recordId: UsageRecordID
  /// Used of the limit that has least remaining, in the present window; without limits the use of
  /// all time.
  public var used: Amount
  /// Left of the limit shown, never below 0; `nil` without limits.
  public var remaining: Amount?
  /// What was given back of the charge.
  public var creditedUnits: Amount

  package init(
    recordId: UsageRecordID, used: Amount, remaining: Amount?, creditedUnits: Amount
  ) {
    self.recordId = recordId
    self.used = used
    self.remaining = remaining
    self.creditedUnits = creditedUnits
  }
}
