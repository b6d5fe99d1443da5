internal import Holdfast

/// Compares a result with what a line expects: a subset of its fields.
enum Expectation {
  /// The first place where the result differs.
  struct Difference {
    /// Such as `entries[2].delta`; empty for the result itself.
    let path: String
    let expected: JSONValue
    let got: JSONValue
  }

  static func compare(_ expected: JSONValue, _ got: JSONValue, path: String = "") -> Difference? {
    switch expected {
    case .string("<any>"):
      return got == .null ? Difference(path: path, expected: expected, got: got) : nil
    case .object(let object):
      if let range = object["<approx>"] {
        return isWithin(range, got) ? nil : Difference(path: path, expected: expected, got: got)
      }
      return compare(object, got, path: path)
    case .array(let values):
      guard case .array(let others) = got, values.count == others.count else {
        return Difference(path: path, expected: expected, got: got)
      }
      for (index, pair) in zip(values, others).enumerated() {
        if let difference = compare(pair.0, pair.1, path: "\(path)[\(index)]") {
          return difference
        }
      }
      return nil
    case .string(let text):
      if case .string(let other) = got, isSame(text, other) { return nil }
    default:
      if expected == got { return nil }
    }
    return Difference(path: path, expected: expected, got: got)
  }

  private static func compare(
    _ expected: JSONObject, _ got: JSONValue, path: String
  ) -> Difference? {
    guard case .object(let other) = got else {
      return Difference(path: path, expected: .object(expected), got: got)
    }
    for member in expected {
      let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
      let value = other[member.name] ?? .null
      if let difference = compare(member.value, value, path: inner) { return difference }
    }
    return nil
  }

  /// Instants are compared as instants, all other text by its bytes.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    if ByteText(left) == ByteText(right) { return true }
    guard let left = Instant(left), let right = Instant(right) else { return false }
    return left == right
  }

  private static func isWithin(_ range: JSONValue, _ got: JSONValue) -> Bool {
    guard case .array(let bounds) = range, bounds.count == 2, let low = bounds[0].magnitude,
      let high = bounds[1].magnitude, let value = got.magnitude
    else { return false }
    return low <= value && value <= high
  }
}

extension JSONValue {
  fileprivate var magnitude: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .unsigned(let integer): Double(integer)
    case .number(let number): number
    case .string(let text): Instant(text).map { Double($0.microseconds) }
    default: nil
    }
  }
}
