/// What to count of recorded usage. Groups have the weight of their pieces.
public struct UsageQuery: Hashable, Sendable {
  /// The item; `nil` for all. One that nothing was counted of has zeros.
  public var item: ItemName?
  /// The account; `nil` for the whole tenant. One that does not exist has zeros.
  public var account: AccountName?
  /// When, and how divided.
  public var period: StatisticsPeriod
  /// What the records are grouped by; `nil` for no groups.
  public var grouping: UsageGrouping?
  /// How many groups, 1 … 1,000: those of the most pieces, of equals the first in byte order; the
  /// others become one group `rest`. `nil` for all.
  public var top: Int?

  /// A query; checked when a store is asked.
  public init(
    item: ItemName? = nil, account: AccountName? = nil, period: StatisticsPeriod,
    grouping: UsageGrouping? = nil, top: Int? = nil
  ) {
    self.item = item
    self.account = account
    self.period = period
    self.grouping = grouping
    self.top = top
  }
}
