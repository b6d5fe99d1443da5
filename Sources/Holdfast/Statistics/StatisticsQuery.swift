/// What to count of a unit: whose, when, and by what it is grouped.
public struct StatisticsQuery<Grouping: Hashable & Sendable>: Hashable, Sendable {
  /// The unit; amounts of different units have no sum. One that nothing was booked in has zeros.
  public var unit: UnitName
  /// The account; `nil` for the whole tenant. One that does not exist has zeros.
  public var account: AccountName?
  /// When, and how divided.
  public var period: StatisticsPeriod
  /// What it is grouped by; `nil` for no groups.
  public var grouping: Grouping?
  /// How many groups, 1 … 1,000: those of the greatest `weight`, of equals the first in byte order;
  /// the others become one group `rest`. `nil` for all.
  public var top: Int?

  /// A query; checked when a store is asked.
  public init(
    unit: UnitName, account: AccountName? = nil, period: StatisticsPeriod,
    grouping: Grouping? = nil, top: Int? = nil
  ) {
    self.unit = unit
    self.account = account
    self.period = period
    self.grouping = grouping
    self.top = top
  }
}
