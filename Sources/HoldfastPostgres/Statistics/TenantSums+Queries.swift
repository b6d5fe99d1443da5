internal import Holdfast

extension TenantSums<ConsumptionRollup> {
  /// `nil` where nothing is stored for the query.
  init?(_ query: ConsumptionQuery, in tenant: TenantName, _ queries: StatisticsQueries) {
    guard query.account == nil else { return nil }
    let unit = query.unit
    let statement: Query
    let text: @Sendable (ConsumptionRollup.Key) -> String?
    let group: @Sendable (String?) -> StatisticsKey?
    switch query.grouping {
    case nil: (statement, text, group) = (queries.consumption, { _ in nil }, { _ in nil })
    case .kind:
      (statement, text, group) = (
        queries.consumptionByKind, { $0.kind.string }, { $0.map { .value(ByteText($0)) } }
      )
    case .item:
      (statement, text, group) = (
        queries.consumptionByItem, { $0.item?.string ?? "" },
        { StatisticsKey($0.flatMap { $0.isEmpty ? nil : ByteText($0) }) }
      )
    case .account, .description, .metadata: return nil
    }
    self.init(
      tenant: tenant, period: query.period, scope: StatisticsScope(query), query: statement,
      names: [tenant.string, unit.string], group: group, counts: { _ in true },
      includes: { $0.unit == unit }, text: text,
      add: { account, sums throws(LedgerError) in try account.addConsumption(query, to: &sums) })
  }
}

extension TenantSums<UsageRollup> {
  /// `nil` where nothing is stored for the query.
  init?(_ query: UsageQuery, in tenant: TenantName, _ queries: StatisticsQueries) {
    guard query.account == nil, query.grouping != .account else { return nil }
    let isByItem = query.item != nil || query.grouping == .item
    let only = query.item?.text
    let isGrouped = query.grouping == .item
    self.init(
      tenant: tenant, period: query.period, scope: StatisticsScope(query),
      query: isByItem ? queries.usageByItem : queries.usage, names: [tenant.string],
      group: { text in isGrouped ? text.map { .value(ByteText($0)) } : nil },
      counts: { text in only == nil || text.map { ByteText($0) } == only }, includes: { _ in true },
      text: { isByItem ? $0.item.string : nil },
      add: { account, sums throws(LedgerError) in try account.addUsage(query, to: &sums) })
  }
}
