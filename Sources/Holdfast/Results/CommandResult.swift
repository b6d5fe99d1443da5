/// What a command did. A replay under the same key gives the first result again, marked `duplicate`.
public struct CommandResult: Hashable, Sendable {
  public var outcome: Outcome
  /// Whether the command had been applied before under this key.
  public var duplicate: Bool
  /// The figures of this moment; the only part that a replay computes anew.
  public var current: CurrentFigures

  public init(outcome: Outcome, duplicate: Bool, current: CurrentFigures) {
    self.outcome = outcome
    self.duplicate = duplicate
    self.current = current
  }

  public enum Outcome: Hashable, Sendable {
    case credit(CreditResult)
    case debit(DebitResult)
    case transfer(TransferResult)
    /// Of reserve, increase and extend.
    case reservation(ReservationResult)
    case report(ReportResult)
    case settle(SettleResult)
    case release(ReleaseResult)
    case reverse(ReverseResult)
    case recordUsage(UsageAnswer)
    case reverseUsage(ReverseUsageResult)
    case setOverdraftLimit(OverdraftLimitResult)
    /// Of voidLot and updateLot.
    case lot(LotResult)
  }
}

/// Figures that are true at the moment of the answer.
public struct CurrentFigures: Hashable, Sendable {
  /// `posted − held + overdraftLimit`; `nil` where the command concerns no balance.
  public var available: Amount?

  public init(available: Amount?) {
    self.available = available
  }
}
