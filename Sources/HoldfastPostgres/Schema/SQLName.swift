/// A name of something in the database, such as a role: 1–63 bytes of UTF-8 without control
/// characters.
///
/// The server would cut a longer name short, so that two of them meant the same thing.
package struct SQLName: Hashable, Sendable {
  package let string: String

  /// `nil` when the text is none.
  package init?(_ text: String) {
    guard (1...63).contains(text.utf8.count), !text.unicodeScalars.contains(where: \.isControl)
    else { return nil }
    string = text
  }

  /// A name that stands in this library.
  init(known text: String) {
    string = text
  }

  /// The name as it stands in a statement, whatever its characters.
  package var quoted: String {
    "\"" + string.replacing("\"", with: "\"\"") + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
