internal import Holdfast

/// Reads questions for statistics in the form of replay files.
extension Fields {
  func period() throws(LedgerError) -> StatisticsPeriod {
    guard let from = try instant("from") else { throw invalid("from", "is needed") }
    guard let to = try instant("to") else { throw invalid("to", "is needed") }
    guard let granularity = try word("granularity", CalendarUnit.self) else {
      throw invalid("granularity", "is needed")
    }
    return StatisticsPeriod(
      from: from, to: to, by: granularity, timeZone: try string("timeZone") ?? "UTC",
      weekStart: try weekday("weekStart") ?? .monday)
  }

  func query<Grouping>(
    _ period: StatisticsPeriod, _ grouping: Grouping?
  ) throws(LedgerError) -> StatisticsQuery<Grouping> {
    StatisticsQuery(
      unit: try needUnit(), account: try account(), period: period, grouping: grouping,
      top: try int("top"))
  }

  /// `kind`, `description`, `item`, `account`, or a name of the metadata behind `metadata.`.
  func consumptionGrouping() throws(LedgerError) -> ConsumptionGrouping? {
    guard let text = try string("groupBy") else { return nil }
    switch text {
    case "kind": return .kind
    case "description": return .description
    case "item": return .item
    case "account": return .account
    default:
      guard text.hasPrefix("metadata.") else {
        throw invalid(
          "groupBy", "must be kind, description, item, account or metadata.<key>")
      }
      return .metadata(String(text.dropFirst("metadata.".count)))
    }
  }

  func usageGrouping() throws(LedgerError) -> UsageGrouping? {
    switch try string("groupBy") {
    case nil: nil
    case "item": .item
    case "account": .account
    default: throw invalid("groupBy", "must be item or account")
    }
  }

  func reservationGrouping() throws(LedgerError) -> ReservationGrouping? {
    switch try string("groupBy") {
    case nil: nil
    case "item": .item
    case "account": .account
    case "description": .description
    default: throw invalid("groupBy", "must be item, account or description")
    }
  }

  func lotGrouping() throws(LedgerError) -> LotGrouping? {
    switch try string("groupBy") {
    case nil: nil
    case "account": .account
    case "category": .category
    default: throw invalid("groupBy", "must be account or category")
    }
  }
}
