internal import Holdfast

/// Reads definitions in the form of replay files.
extension Fields {
  func unitDefinition() throws(LedgerError) -> UnitDefinition {
    UnitDefinition(
      unit: try needUnit(), name: try needString("name"), symbol: try string("symbol"),
      precision: try int("precision") ?? 0)
  }

  func itemDefinition() throws(LedgerError) -> UsageItemDefinition {
    guard let limits = try limits() else { throw invalid("limits", "is needed") }
    guard let overage = value("overage") else { throw invalid("overage", "is needed") }
    return UsageItemDefinition(
      item: ItemName(try needString("item")), name: try string("name"), limits: limits,
      overage: try Fields.overage(overage))
  }

  func limits() throws(LedgerError) -> [UsageLimit]? {
    guard let values = try array("limits") else { return nil }
    var limits: [UsageLimit] = []
    for (index, value) in values.enumerated() {
      let fields = try Fields(
        value, path: "limits[\(index)]", names: ["window", "max", "measures", "unit"])
      limits.append(try fields.limit())
    }
    return limits
  }

  private func limit() throws(LedgerError) -> UsageLimit {
    guard let value = value("window") else { throw invalid("window", "is needed") }
    let window = try Fields.window(value, path: path + "window")
    let maximum = try needAmount("max")
    let unit = try string("unit")
    switch (try string("measures") ?? "count", unit) {
    case ("count", nil): return UsageLimit(window: window, maximum: maximum)
    case ("count", _?): throw invalid("unit", "goes with measures spent")
    case ("spent", let unit?):
      return UsageLimit(window: window, maximum: maximum, measures: .spent(UnitName(unit)))
    case ("spent", nil): throw invalid("unit", "is needed with measures spent")
    default: throw invalid("measures", "must be count or spent")
    }
  }

  private static func overage(_ value: JSONValue) throws(LedgerError) -> UsageOverage {
    let fields = try Fields(
      value, path: "overage", names: ["kind", "unit", "amount", "per", "cap"])
    switch try fields.needString("kind") {
    case "charge":
      return .charge(
        UsagePrice(
          unit: UnitName(try fields.needString("unit")),
          amount: try fields.needAmount("amount"), per: try fields.amount("per") ?? 1,
          cap: try fields.amount("cap")))
    case "block":
      try fields.refuse(["unit", "amount", "per", "cap"], "goes with kind charge")
      return .block
    case "allow":
      try fields.refuse(["unit", "amount", "per", "cap"], "goes with kind charge")
      return .allow
    default: throw fields.invalid("kind", "must be block, allow or charge")
    }
  }

  private static func window(_ value: JSONValue, path: String) throws(LedgerError) -> Window {
    let fields = try Fields(
      value, path: path,
      names: [
        "kind", "timeZone", "startTime", "weekStart", "anchor", "months", "seconds",
      ])
    switch try fields.needString("kind") {
    case "lifetime":
      try fields.refuse(
        ["timeZone", "startTime", "weekStart", "anchor", "months", "seconds"],
        "does not go with lifetime")
      return .lifetime
    case "billingPeriod":
      try fields.refuse(["startTime", "weekStart", "seconds"], "does not go with billingPeriod")
      guard let anchor = try fields.instant("anchor") else {
        throw fields.invalid("anchor", "is needed")
      }
      guard let months = try fields.int("months") else {
        throw fields.invalid("months", "is needed")
      }
      return .billingPeriod(
        anchor: anchor, months: months, timeZone: try fields.needString("timeZone"))
    case "fixed":
      try fields.refuse(
        ["timeZone", "startTime", "weekStart", "months"], "does not go with fixed")
      guard let anchor = try fields.instant("anchor") else {
        throw fields.invalid("anchor", "is needed")
      }
      guard let seconds = try fields.integer("seconds") else {
        throw fields.invalid("seconds", "is needed")
      }
      return .fixed(anchor: anchor, seconds: seconds)
    default:
      try fields.refuse(["anchor", "months", "seconds"], "does not go with a calendar window")
      return .calendar(try fields.calendarWindow())
    }
  }

  private func calendarWindow() throws(LedgerError) -> CalendarWindow {
    guard let unit = try word("kind", CalendarUnit.self) else {
      throw invalid("kind", "is needed")
    }
    return CalendarWindow(
      unit: unit, timeZone: try needString("timeZone"), startTime: try timeOfDay(),
      weekStart: try weekday("weekStart"))
  }

  func weekday(_ name: String) throws(LedgerError) -> Weekday? {
    guard let text = try string(name) else { return nil }
    guard let day = Weekday.allCases.first(where: { "\($0)" == text }) else {
      throw invalid(name, "must be a day from monday to sunday")
    }
    return day
  }

  private func timeOfDay() throws(LedgerError) -> TimeOfDay? {
    guard let text = try string("startTime") else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { $0.count == 2 && $0.allSatisfy { (48...57).contains($0) } }
    guard parts.count == 2, digits, let hour = Int(String(parts[0]) ?? ""),
      let minute = Int(String(parts[1]) ?? "")
    else { throw invalid("startTime", "must be HH:MM") }
    return TimeOfDay(hour: hour, minute: minute)
  }

  private func refuse(_ names: [String], _ sentence: String) throws(LedgerError) {
    for name in names where value(name) != nil { throw invalid(name, sentence) }
  }
}
