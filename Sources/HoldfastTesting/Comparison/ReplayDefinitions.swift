internal import Holdfast

extension UsageLimit {
  var json: JSONValue {
    var object = JSONObject()
    object["window"] = window.json
    object["max"] = .integer(maximum.value)
    if case .spent(let unit) = measures {
      object["measures"] = "spent"
      object["unit"] = .string(unit.string)
    }
    return .object(object)
  }
}

extension UsageOverage {
  var json: JSONValue {
    switch self {
    case .block: return ["kind": "block"]
    case .allow: return ["kind": "allow"]
    case .charge(let price):
      var object = JSONObject()
      object["kind"] = "charge"
      object["unit"] = .string(price.unit.string)
      object["amount"] = .integer(price.amount.value)
      object["per"] = .integer(price.per.value)
      if let cap = price.cap { object["cap"] = .integer(cap.value) }
      return .object(object)
    }
  }
}

extension Window {
  var json: JSONValue {
    switch self {
    case .lifetime: return ["kind": "lifetime"]
    case .calendar(let calendar):
      var object = JSONObject()
      object["kind"] = .string(calendar.unit.rawValue)
      object["timeZone"] = .string(calendar.timeZone)
      if let time = calendar.startTime {
        let text = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
        object["startTime"] = .string(text.joined(separator: ":"))
      }
      return .object(object)
    case .billingPeriod(let anchor, let months, let zone):
      return [
        "kind": "billingPeriod", "anchor": .string(anchor.description),
        "months": .integer(Int64(months)), "timeZone": .string(zone),
      ]
    case .fixed(let anchor, let seconds):
      return [
        "kind": "fixed", "anchor": .string(anchor.description), "seconds": .integer(seconds),
      ]
    }
  }
}
