/// One request to change a ledger. It is applied atomically, and once per key.
///
/// Any command can be refused as `invalid_argument` or `idempotency_key_reused`; what else can refuse
/// it is said at its action, in the order in which the codes are given.
public struct Command: Hashable, Sendable {
  /// The tenant in which everything happens.
  public var tenant: TenantName
  /// Needed where the action names a unit or an item. Elsewhere the id knows the account, and one
  /// given here must match it.
  public var account: AccountName?
  /// Needed by every action but `recordUsage`.
  public var key: IdempotencyKey?
  /// What is asked for.
  public var action: Action

  /// A command that nothing has been checked of; the store does when it is submitted.
  public init(
    tenant: TenantName, account: AccountName? = nil, key: IdempotencyKey? = nil, action: Action
  ) {
    self.tenant = tenant
    self.account = account
    self.key = key
    self.action = action
  }

  /// What is asked for.
  public enum Action: Hashable, Sendable {
    /// A new lot of credit. Answers a `CreditResult`.
    case credit(Credit)
    /// Draws credit at once. Answers a `DebitResult`.
    case debit(Debit)
    /// Moves credit to another account. Answers a `TransferResult`.
    case transfer(Transfer)
    /// Holds credit for work to come. Answers a `ReservationResult`.
    case reserve(Reserve)
    /// Grows a hold. Answers a `ReservationResult`.
    case increase(Increase)
    /// Moves the expiry of a hold. Answers a `ReservationResult`.
    case extend(Extend)
    /// Notes what was used so far. Answers a `ReportResult`.
    case report(Report)
    /// Charges what the work cost. Answers a `SettleResult`.
    case settle(Settle)
    /// Gives a hold back. Answers a `ReleaseResult`.
    case release(Release)
    /// Undoes an entry. Answers a `ReverseResult`.
    case reverse(Reverse)
    /// Counts usage against limits. Answers a `UsageAnswer`, also when it is refused.
    case recordUsage(RecordUsage)
    /// Takes counted usage back. Answers a `ReverseUsageResult`.
    case reverseUsage(ReverseUsage)
    /// Sets how far below zero a balance may go. Answers an `OverdraftLimitResult`.
    case setOverdraftLimit(SetOverdraftLimit)
    /// Lapses what is left of a lot. Answers a `LotResult`.
    case voidLot(VoidLot)
    /// Changes the terms of a lot. Answers a `LotResult`.
    case updateLot(UpdateLot)
  }
}

/// The names of the commands; with tenant, account and key the identity of an effect.
///
/// The raw values are part of fingerprints and never change.
public enum CommandName: UInt8, Hashable, Sendable, CaseIterable {
  /// Of `Credit`.
  case credit = 1
  /// Of `Debit`.
  case debit = 2
  /// Of `Transfer`.
  case transfer = 3
  /// Of `Reserve`.
  case reserve = 4
  /// Of `Increase`.
  case increase = 5
  /// Of `Extend`.
  case extend = 6
  /// Of `Report`.
  case report = 7
  /// Of `Settle`.
  case settle = 8
  /// Of `Release`.
  case release = 9
  /// Of `Reverse`.
  case reverse = 10
  /// Of `RecordUsage`.
  case recordUsage = 11
  /// Of `ReverseUsage`.
  case reverseUsage = 12
  /// Of `SetOverdraftLimit`.
  case setOverdraftLimit = 13
  /// Of `VoidLot`.
  case voidLot = 14
  /// Of `UpdateLot`.
  case updateLot = 15
  /// A group that is applied all or nothing.
  case atomic = 16
}

extension Command.Action {
  /// The name of the command.
  public var name: CommandName {
    switch self {
    case .credit: .credit
    case .debit: .debit
    case .transfer: .transfer
    case .reserve: .reserve
    case .increase: .increase
    case .extend: .extend
    case .report: .report
    case .settle: .settle
    case .release: .release
    case .reverse: .reverse
    case .recordUsage: .recordUsage
    case .reverseUsage: .reverseUsage
    case .setOverdraftLimit: .setOverdraftLimit
    case .voidLot: .voidLot
    case .updateLot: .updateLot
    }
  }
}
