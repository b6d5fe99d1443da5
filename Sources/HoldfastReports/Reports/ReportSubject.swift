public import Holdfast

/// Whose figures a report shows, and of what.
public struct ReportSubject: Hashable, Sendable {
  /// Whose accounts they are.
  public var tenant: TenantName
  /// The account; `nil` for the whole tenant.
  public var account: AccountName?
  /// What is counted; `nil` for pieces of usage.
  public var unit: UnitName?
  /// How the unit is shown; `nil` for whole numbers without a symbol.
  public var definition: UnitDefinition?
  /// When, and how divided.
  public var period: StatisticsPeriod
  /// What it is grouped by, as `holdfast report --group-by` takes it; `nil` for no groups.
  public var grouping: String?

  /// A subject without groups over a whole tenant, unless said otherwise.
  public init(
    tenant: TenantName, account: AccountName? = nil, unit: UnitName?,
    definition: UnitDefinition? = nil, period: StatisticsPeriod, grouping: String? = nil
  ) {
    self.tenant = tenant
    self.account = account
    self.unit = unit
    self.definition = definition
    self.period = period
    self.grouping = grouping
  }

  var format: AmountFormat { AmountFormat(definition) }

  /// What the unit is called among people, in a sentence.
  var unitWords: String {
    (definition?.name ?? unit?.string ?? "pieces").printable
  }

  /// `acme/production, March 2026 by day, Europe/Berlin`.
  func subtitle(_ names: BucketNames) -> String {
    let who = account.map { "\($0.string.printable) in " } ?? ""
    return "\(who)\(tenant.string.printable), \(names.periodText) by"
      + " \(period.granularity.rawValue), \(period.timeZone)"
  }

  func periodJSON(_ names: BucketNames) -> JSONValue {
    [
      "from": .string(names.rfc3339(period.from)), "to": .string(names.rfc3339(period.to)),
      "granularity": .string(period.granularity.rawValue), "timeZone": .string(period.timeZone),
    ]
  }

  var json: JSONValue {
    let definition: JSONValue = [
      "name": unit.map { .string($0.string) } ?? .null,
      "symbol": self.definition?.symbol.map { .string($0) } ?? .null,
      "precision": .integer(Int64(self.definition?.precision ?? 0)),
    ]
    return unit == nil ? .null : definition
  }
}
