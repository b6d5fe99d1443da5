internal import Holdfast

/// The members of a stored JSON object. Every one must be taken: what nobody reads would be lost.
struct StoredFields {
  private var object: JSONObject
  private let table: StoredTable

  init(_ value: JSONValue, _ table: StoredTable) throws(CorruptRow) {
    guard case .object(let object) = value else {
      throw CorruptRow(table, expected: "a JSON object")
    }
    self.object = object
    self.table = table
  }

  static func parse(_ text: String, _ table: StoredTable) throws(CorruptRow) -> JSONValue {
    guard let value = try? JSONValue.parse(text.utf8) else {
      throw CorruptRow(table, expected: "JSON")
    }
    return value
  }

  func corrupt(_ expected: String) -> CorruptRow {
    CorruptRow(table, expected: expected)
  }

  /// Nothing may be left.
  func end() throws(CorruptRow) {
    guard object.isEmpty else { throw corrupt("no other members") }
  }

  mutating func take(_ name: String) -> JSONValue? {
    guard let value = object[name] else { return nil }
    object[name] = nil
    return value
  }

  mutating func string(_ name: String) throws(CorruptRow) -> String? {
    switch take(name) {
    case nil: return nil
    case .string(let string)?: return string
    default: throw corrupt("\(name) as a string")
    }
  }

  mutating func needString(_ name: String) throws(CorruptRow) -> String {
    guard let string = try string(name) else { throw corrupt(name) }
    return string
  }

  mutating func integer(_ name: String) throws(CorruptRow) -> Int64? {
    switch take(name) {
    case nil: return nil
    case .integer(let integer)?: return integer
    default: throw corrupt("\(name) as an integer")
    }
  }

  mutating func needInteger(_ name: String) throws(CorruptRow) -> Int64 {
    guard let integer = try integer(name) else { throw corrupt(name) }
    return integer
  }

  /// 0 … 2⁵³ − 1.
  mutating func amount(_ name: String) throws(CorruptRow) -> Amount? {
    guard let integer = try integer(name) else { return nil }
    guard (0...Amount.maximum.value).contains(integer) else { throw corrupt("\(name) in bounds") }
    return Amount(integer)
  }

  mutating func needAmount(_ name: String) throws(CorruptRow) -> Amount {
    guard let amount = try amount(name) else { throw corrupt(name) }
    return amount
  }

  mutating func needInstant(_ name: String) throws(CorruptRow) -> Instant {
    guard let instant = Instant(try needString(name)) else {
      throw corrupt("\(name) as an instant")
    }
    return instant
  }

  mutating func needArray(_ name: String) throws(CorruptRow) -> [JSONValue] {
    guard case .array(let values)? = take(name) else { throw corrupt("\(name) as an array") }
    return values
  }

  mutating func needFields(_ name: String) throws(CorruptRow) -> StoredFields {
    guard let value = take(name) else { throw corrupt(name) }
    return try StoredFields(value, table)
  }
}
