/// Draws credit at once, from lots in burn order.
public struct Debit: Hashable, Sendable {
  public var unit: UnitName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  public var overage: Overage
  /// Any kind but the ledger's own: `settlement`, `usage`, `expiry`, `void`, `reversal`, `transfer`.
  public var kind: EntryKind
  public var details: Details

  public init(
    unit: UnitName, amount: Amount, overage: Overage = .reject, kind: EntryKind = .debit,
    details: Details = .none
  ) {
    self.unit = unit
    self.amount = amount
    self.overage = overage
    self.kind = kind
    self.details = details
  }

  /// What happens when `available` is less than the amount.
  public enum Overage: String, Hashable, Sendable, CaseIterable {
    /// Refused as `insufficient_balance`.
    case reject
    /// Takes what there is above the overdraft and reports the shortfall.
    case drawAvailable
    /// Refused as `overdraft_limit_exceeded`.
    case overdraft
  }
}
