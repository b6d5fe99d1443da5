extension AccountHandle {
  /// What was counted of items by this account, net of what was taken back.
  ///
  /// - Parameters:
  ///   - item: `nil` for all items.
  ///   - period: When, and how divided.
  ///   - grouping: `nil` for no groups.
  ///   - top: How many groups, 1 … 1,000; `nil` for all.
  /// - Throws: `invalid_argument`, `amount_overflow`.
  public func usageStatistics(
    of item: ItemName? = nil, _ period: StatisticsPeriod, by grouping: UsageGrouping? = nil,
    top: Int? = nil
  ) async throws(LedgerError) -> UsageStatistics {
    try await ledger.usageStatistics(
      UsageQuery(item: item, account: name, period: period, grouping: grouping, top: top))
  }
}
