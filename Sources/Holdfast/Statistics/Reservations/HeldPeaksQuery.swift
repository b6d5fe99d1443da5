/// Of what to find the peaks.
public struct HeldPeaksQuery: Hashable, Sendable {
  /// The unit. One that nothing was held in has zeros.
  public var unit: UnitName
  /// The account; `nil` for all accounts of the tenant taken together.
  public var account: AccountName?
  /// When, and how divided. What lies ahead of the present is held as it is now.
  public var period: StatisticsPeriod

  /// A query; checked when a store is asked.
  public init(unit: UnitName, account: AccountName? = nil, period: StatisticsPeriod) {
    self.unit = unit
    self.account = account
    self.period = period
  }
}
