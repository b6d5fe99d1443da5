/// The text of an SQL file with the places where names are put in, written as psql does:
/// `:"schema"`.
package struct SQLScript: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  init(embedded bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The text with the names in their places, quoted.
  ///
  /// One pass over the text: what a name contains is never taken for a place.
  package func filled(schema: SchemaName, role: SQLName? = nil) -> String {
    var filled = ""
    var rest = text[...]
    while let start = rest.firstRange(of: ":\"") {
      filled += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "\"") else {
        preconditionFailure("a place in an SQL file has no end")
      }
      switch (rest[..<end], role) {
      case ("schema", _): filled += schema.quoted
      case ("role", let role?): filled += role.quoted
      default: preconditionFailure("nothing to put in the place \(rest[..<end]) of an SQL file")
      }
      rest = rest[rest.index(after: end)...]
    }
    return filled + rest
  }
}
