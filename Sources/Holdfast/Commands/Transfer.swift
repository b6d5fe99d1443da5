/// Moves credit of one unit to another account of the tenant.
///
/// The pieces keep the terms of the lots they came from. Needs `posted − held ≥ amount`: an overdraft
/// does not count.
public struct Transfer: Hashable, Sendable {
  public var unit: UnitName
  /// The account that receives; not the one that gives.
  public var to: AccountName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  public var details: Details

  public init(unit: UnitName, to: AccountName, amount: Amount, details: Details = .none) {
    self.unit = unit
    self.to = to
    self.amount = amount
    self.details = details
  }
}
