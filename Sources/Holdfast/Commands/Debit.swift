/// Draws credit at once, from lots in burn order.
///
/// Refused as `insufficient_balance` or `overdraft_limit_exceeded`, by its overage, or as
/// `amount_overflow`.
public struct Debit: Hashable, Sendable {
  /// The balance that it draws from.
  public var unit: UnitName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  /// What happens when less than the amount is available.
  public var overage: Overage
  /// Any kind but the ledger's own: `settlement`, `usage`, `expiry`, `void`, `reversal`, `transfer`.
  public var kind: EntryKind
  /// What is reported with its entry.
  public var details: Details

  /// A debit of kind `debit` that is refused when the amount is not available, unless said
  /// otherwise.
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
