internal import Holdfast

/// Reads the members of a JSON object as typed fields. Null is the same as absent.
///
/// Whatever has the wrong type is `invalid_argument` with the field's name.
struct Fields {
  let object: JSONObject
  /// What stands before the names in errors, such as `overage.`.
  var path = ""

  init(_ object: JSONObject, path: String = "") {
    self.object = object
    self.path = path
  }

  /// The object under `name`, of which no member may have a name outside `names`.
  init(_ value: JSONValue, path: String, names: Set<String>) throws(LedgerError) {
    guard case .object(let object) = value else {
      throw Fields.invalid(path, "must be an object")
    }
    for member in object where !names.contains(member.name) {
      throw Fields.invalid("\(path).\(member.name)", "is unknown")
    }
    self.init(object, path: "\(path).")
  }

  static func invalid(_ field: String, _ sentence: String) -> LedgerError {
    LedgerError(.invalidArgument, "\(field) \(sentence)", field: field)
  }

  func invalid(_ name: String, _ sentence: String) -> LedgerError {
    Fields.invalid(path + name, sentence)
  }

  /// Whether the member is there, be it null.
  func has(_ name: String) -> Bool {
    object[name] != nil
  }

  func value(_ name: String) -> JSONValue? {
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  func integer(_ name: String) throws(LedgerError) -> Int64? {
    guard let value = value(name) else { return nil }
    guard case .integer(let integer) = value else { throw invalid(name, "must be an integer") }
    return integer
  }

  func int(_ name: String) throws(LedgerError) -> Int? {
    try integer(name).map { Int($0) }
  }

  func amount(_ name: String) throws(LedgerError) -> Amount? {
    try integer(name).map { Amount($0) }
  }

  func needAmount(_ name: String) throws(LedgerError) -> Amount {
    guard let amount = try amount(name) else { throw invalid(name, "is needed") }
    return amount
  }

  func string(_ name: String) throws(LedgerError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let string) = value else { throw invalid(name, "must be a string") }
    return string
  }

  func needString(_ name: String) throws(LedgerError) -> String {
    guard let string = try string(name) else { throw invalid(name, "is needed") }
    return string
  }

  func bool(_ name: String) throws(LedgerError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let bool) = value else { throw invalid(name, "must be true or false") }
    return bool
  }

  func instant(_ name: String) throws(LedgerError) -> Instant? {
    guard let text = try string(name) else { return nil }
    guard let instant = Instant(text) else {
      throw invalid(name, "must be an RFC 3339 date-time of the years 1 to 9999")
    }
    return instant
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Word.Type
  ) throws(LedgerError) -> Word? where Word.RawValue == String {
    guard let text = try string(name) else { return nil }
    guard let word = Word.allCases.first(where: { $0.rawValue == text }) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw invalid(name, "must be one of \(words)")
    }
    return word
  }

  func array(_ name: String) throws(LedgerError) -> [JSONValue]? {
    guard let value = value(name) else { return nil }
    guard case .array(let values) = value else { throw invalid(name, "must be an array") }
    return values
  }

  /// The names the line gives its place by.
  func account() throws(LedgerError) -> AccountName? {
    try string("account").map { AccountName($0) }
  }

  func needAccount() throws(LedgerError) -> AccountName {
    AccountName(try needString("account"))
  }

  func needUnit() throws(LedgerError) -> UnitName {
    UnitName(try needString("unit"))
  }
}
