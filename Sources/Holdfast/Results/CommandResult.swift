/// What a command did. A replay under the same key gives the first result again, marked `duplicate`.
public struct CommandResult: Hashable, Sendable {
  /// What was done, as it was answered the first time.
  public var outcome: Outcome
  /// Whether the command had been applied before under this key.
  public var duplicate: Bool
  /// The figures of this moment; the only part that a replay computes anew.
  public var current: CurrentFigures

  /// A result as a store gives it.
  public init(outcome: Outcome, duplicate: Bool, current: CurrentFigures) {
    self.outcome = outcome
    self.duplicate = duplicate
    self.current = current
  }

  /// The result by kind of command; a group's members have one each.
  public enum Outcome: Hashable, Sendable {
    /// Of credit.
    case credit(CreditResult)
    /// Of debit.
    case debit(DebitResult)
    /// Of transfer.
    case transfer(TransferResult)
    /// Of reserve, increase and extend.
    case reservation(ReservationResult)
    /// Of report.
    case report(ReportResult)
    /// Of settle.
    case settle(SettleResult)
    /// Of release, also when the reservation was closed already.
    case release(ReleaseResult)
    /// Of reverse.
    case reverse(ReverseResult)
    /// Of recordUsage, allowed or refused; in a group only allowed.
    case recordUsage(UsageAnswer)
    /// Of reverseUsage.
    case reverseUsage(ReverseUsageResult)
    /// Of setOverdraftLimit.
    case setOverdraftLimit(OverdraftLimitResult)
    /// Of voidLot and updateLot.
    case lot(LotResult)
  }
}

/// Figures that are true at the moment of the answer.
public struct CurrentFigures: Hashable, Sendable {
  /// `posted − held + overdraftLimit`; `nil` where the command concerns no balance.
  public var available: Amount?

  /// Figures as a store gives them.
  public init(available: Amount?) {
    self.available = available
  }
}
