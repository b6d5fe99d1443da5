/// Moves credit of one unit to another account of the tenant.
///
/// The pieces keep the terms of the lots they came from. Needs `posted − held ≥ amount`: an overdraft
/// does not count.
///
/// Refused as `insufficient_balance`, or as `amount_overflow` of the account that receives.
public struct Transfer: Hashable, Sendable {
  /// The balance that gives, and the one that receives.
  public var unit: UnitName
  /// The account that receives; not the one that gives.
  public var to: AccountName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  /// What is reported with both entries; `occurredAt` is refused.
  public var details: Details

  /// A transfer to an account that need not exist yet.
  public init(unit: UnitName, to: AccountName, amount: Amount, details: Details = .none) {
    self.unit = unit
    self.to = to
    self.amount = amount
    self.details = details
  }
}
