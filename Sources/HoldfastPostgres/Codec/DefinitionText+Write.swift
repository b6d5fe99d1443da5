package import Holdfast

/// Definitions as JSON text for the columns of type `json`, where people read them.
extension UnitDefinition {
  /// The `body` of the table `unit_definition`.
  package var storedText: String {
    var object = JSONObject()
    object["unit"] = .string(unit.string)
    object["name"] = .string(name)
    if let symbol { object["symbol"] = .string(symbol) }
    object["precision"] = .integer(Int64(precision))
    return JSONValue.object(object).text
  }
}

extension UsageItemDefinition {
  /// The `body` of the table `usage_item`.
  package var storedText: String {
    var object = JSONObject()
    object["item"] = .string(item.string)
    if let name { object["name"] = .string(name) }
    object["limits"] = .array(limits.map(\.storedValue))
    object["overage"] = overage.storedValue
    return JSONValue.object(object).text
  }
}

extension [UsageLimit] {
  /// The `limits` of the table `usage_override`.
  package var storedText: String {
    JSONValue.array(map(\.storedValue)).text
  }
}

extension UsageLimit {
  fileprivate var storedValue: JSONValue {
    var object = JSONObject()
    object["window"] = window.storedValue
    object["max"] = .integer(maximum.value)
    switch measures {
    case .count: object["measures"] = "count"
    case .spent(let unit):
      object["measures"] = "spent"
      object["unit"] = .string(unit.string)
    }
    return .object(object)
  }
}

extension UsageOverage {
  fileprivate var storedValue: JSONValue {
    var object = JSONObject()
    switch self {
    case .block: object["kind"] = "block"
    case .allow: object["kind"] = "allow"
    case .charge(let price):
      object["kind"] = "charge"
      object["unit"] = .string(price.unit.string)
      object["amount"] = .integer(price.amount.value)
      object["per"] = .integer(price.per.value)
      if let cap = price.cap { object["cap"] = .integer(cap.value) }
    }
    return .object(object)
  }
}

extension Window {
  fileprivate var storedValue: JSONValue {
    var object = JSONObject()
    switch self {
    case .lifetime: object["kind"] = "lifetime"
    case .calendar(let calendar):
      object["kind"] = .string(calendar.unit.rawValue)
      object["timeZone"] = .string(calendar.timeZone)
      if let time = calendar.startTime { object["startTime"] = .string(time.storedText) }
      if let day = calendar.weekStart { object["weekStart"] = .string(day.storedText) }
    case .billingPeriod(let anchor, let months, let timeZone):
      object["kind"] = "billingPeriod"
      object["anchor"] = .string(anchor.description)
      object["months"] = .integer(Int64(months))
      object["timeZone"] = .string(timeZone)
    case .fixed(let anchor, let seconds):
      object["kind"] = "fixed"
      object["anchor"] = .string(anchor.description)
      object["seconds"] = .integer(seconds)
    }
    return .object(object)
  }
}

extension TimeOfDay {
  /// `HH:MM`.
  fileprivate var storedText: String {
    [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension Weekday {
  var storedText: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }
}
