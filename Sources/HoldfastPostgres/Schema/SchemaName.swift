/// The schema that a ledger lives in: an `SQLName` that the server does not keep for itself.
package struct SchemaName: Hashable, Sendable {
  package let name: SQLName

  /// `nil` when no schema may be called so.
  package init?(_ text: String) {
    guard let name = SQLName(text), !text.hasPrefix("pg_"), text != "information_schema"
    else { return nil }
    self.name = name
  }

  /// `holdfast`
  package static let standard = SchemaName(known: "holdfast")

  private init(known text: String) {
    name = SQLName(known: text)
  }

  package var string: String { name.string }

  /// The name as it stands in a statement.
  package var quoted: String { name.quoted }
}
