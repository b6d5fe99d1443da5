/// One request to change a ledger. It is applied atomically, and once per key.
public struct Command: Hashable, Sendable {
  public var tenant: TenantName
  /// Needed where the action names a unit or an item. Elsewhere the id knows the account, and one
  /// given here must match it.
  public var account: AccountName?
  /// Needed by every action but `recordUsage`.
  public var key: IdempotencyKey?
  public var action: Action

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
    case credit(Credit)
    case debit(Debit)
    case transfer(Transfer)
    case reserve(Reserve)
    case increase(Increase)
    case extend(Extend)
    case report(Report)
    case settle(Settle)
    case release(Release)
    case reverse(Reverse)
    case recordUsage(RecordUsage)
    case reverseUsage(ReverseUsage)
    case setOverdraftLimit(SetOverdraftLimit)
    case voidLot(VoidLot)
    case updateLot(UpdateLot)
  }
}

/// The names of the commands; with tenant, account and key the identity of an effect.
///
/// The raw values are part of fingerprints and never change.
public enum CommandName: UInt8, Hashable, Sendable, CaseIterable {
  case credit = 1
  case debit = 2
  case transfer = 3
  case reserve = 4
  case increase = 5
  case extend = 6
  case report = 7
  case settle = 8
  case release = 9
  case reverse = 10
  case recordUsage = 11
  case reverseUsage = 12
  case setOverdraftLimit = 13
  case voidLot = 14
  case updateLot = 15
  /// A group that is applied all or nothing.
  case atomic = 16
}

extension Command.Action {
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
