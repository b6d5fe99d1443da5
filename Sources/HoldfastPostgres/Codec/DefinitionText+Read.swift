package import Holdfast

extension UnitDefinition {
  /// Reads the `body` of the table `unit_definition`.
  package init(storedText text: String) throws(CorruptRow) {
    var fields = try StoredFields(
      try StoredFields.parse(text, .unitDefinition), .unitDefinition)
    let unit = UnitName(try fields.needString("unit"))
    let name = try fields.needString("name")
    let symbol = try fields.string("symbol")
    let precision = try fields.needInteger("precision")
    try fields.end()
    self.init(unit: unit, name: name, symbol: symbol, precision: Int(precision))
  }
}

extension UsageItemDefinition {
  /// Reads the `body` of the table `usage_item`.
  package init(storedText text: String) throws(CorruptRow) {
    var fields = try StoredFields(try StoredFields.parse(text, .usageItem), .usageItem)
    let item = ItemName(try fields.needString("item"))
    let name = try fields.string("name")
    let limits = try [UsageLimit](stored: try fields.needArray("limits"), .usageItem)
    var overage = try fields.needFields("overage")
    try fields.end()
    self.init(item: item, name: name, limits: limits, overage: try overage.overage())
  }
}

extension [UsageLimit] {
  /// Reads the `limits` of the table `usage_override`.
  package init(storedText text: String) throws(CorruptRow) {
    guard case .array(let values) = try StoredFields.parse(text, .usageOverride) else {
      throw CorruptRow(.usageOverride, expected: "a JSON array")
    }
    try self.init(stored: values, .usageOverride)
  }

  fileprivate init(stored values: [JSONValue], _ table: StoredTable) throws(CorruptRow) {
    self = []
    for value in values {
      var fields = try StoredFields(value, table)
      append(try fields.limit())
    }
  }
}

extension StoredFields {
  fileprivate mutating func limit() throws(CorruptRow) -> UsageLimit {
    var fields = try needFields("window")
    let window = try fields.window()
    let maximum = try needAmount("max")
    let measures: UsageLimit.Measure
    switch try needString("measures") {
    case "count": measures = .count
    case "spent": measures = .spent(UnitName(try needString("unit")))
    default: throw corrupt("measures as count or spent")
    }
    try end()
    return UsageLimit(window: window, maximum: maximum, measures: measures)
  }

  fileprivate mutating func overage() throws(CorruptRow) -> UsageOverage {
    let overage: UsageOverage
    switch try needString("kind") {
    case "block": overage = .block
    case "allow": overage = .allow
    case "charge":
      let unit = UnitName(try needString("unit"))
      let amount = try needAmount("amount")
      let per = try needAmount("per")
      guard amount > 0, per > 0 else { throw corrupt("a price") }
      let cap = try self.amount("cap")
      overage = .charge(UsagePrice(unit: unit, amount: amount, per: per, cap: cap))
    default: throw corrupt("an overage")
    }
    try end()
    return overage
  }

  /// A window that can be used: the calendar ends the process over any other.
  private mutating func window() throws(CorruptRow) -> Window {
    let window: Window
    switch try needString("kind") {
    case "lifetime": window = .lifetime
    case "billingPeriod":
      let anchor = try needInstant("anchor")
      let months = Int(try needInteger("months"))
      window = .billingPeriod(
        anchor: anchor, months: months, timeZone: try needString("timeZone"))
    case "fixed":
      let anchor = try needInstant("anchor")
      window = .fixed(anchor: anchor, seconds: try needInteger("seconds"))
    case let kind:
      guard let unit = CalendarUnit(rawValue: kind) else { throw corrupt("a kind of window") }
      window = .calendar(try calendar(unit))
    }
    try end()
    guard window.invalidField() == nil else { throw corrupt("a window that can be used") }
    return window
  }

  private mutating func calendar(_ unit: CalendarUnit) throws(CorruptRow) -> CalendarWindow {
    let timeZone = try needString("timeZone")
    let startTime = try timeOfDay()
    var weekStart: Weekday?
    if let text = try string("weekStart") {
      guard let day = Weekday.allCases.first(where: { $0.storedText == text }) else {
        throw corrupt("a weekday")
      }
      weekStart = day
    }
    return CalendarWindow(
      unit: unit, timeZone: timeZone, startTime: startTime, weekStart: weekStart)
  }

  /// `HH:MM`.
  private mutating func timeOfDay() throws(CorruptRow) -> TimeOfDay? {
    guard let text = try string("startTime") else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { $0.count == 2 && $0.allSatisfy { (48...57).contains($0) } }
    guard parts.count == 2, digits, let hour = Int(Substring(parts[0])),
      let minute = Int(Substring(parts[1]))
    else { throw corrupt("a time of day") }
    return TimeOfDay(hour: hour, minute: minute)
  }
}
