/// Values written as Swift literals: `["model": "large", "tokens": 12, "tags": [true, nil]]`.
extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) {
    self = .null
  }

  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  public init(floatLiteral value: Double) {
    self = .number(value)
  }

  public init(stringLiteral value: String) {
    self = .string(value)
  }

  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }

  /// An object with its members in the order written; naming one twice is a programmer's error.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members.map { (name: $0.0, value: $0.1) }))
  }
}
