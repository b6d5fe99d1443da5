/// A JSON value that keeps what the text said: `1` is an integer, `1.0` and `1e3` are not.
///
/// Two values are equal when their `canonicalText` is: strings and names byte for byte, so that
/// Unicode normalisation never joins two of them, the members of an object in any order, and a
/// number never equal to an integer.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent; `-0` is `0`.
  case integer(Int64)
  /// An integer above `Int64.max`; the parser gives `integer` for every smaller one, and so should
  /// whoever builds a value, because the two cases are never equal.
  case unsigned(UInt64)
  /// A number written with a fraction or an exponent; finite, as JSON has no other.
  case number(Double)
  /// Text, compared by its UTF-8 bytes.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members with a name each.
  case object(JSONObject)
}

extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    // Bits rather than values: 0.0 and -0.0 have different texts, so different fingerprints.
    case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0)
    case .bool(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .unsigned(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(4)
      hasher.combine(value.bitPattern)
    case .string(let value):
      hasher.combine(5)
      value.hashBytes(into: &hasher)
    case .array(let values):
      hasher.combine(6)
      hasher.combine(values)
    case .object(let object):
      hasher.combine(7)
      hasher.combine(object)
    }
  }
}
