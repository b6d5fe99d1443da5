/// One SQL statement of an adapter, with `:name` where values are put in.
struct AdapterStatement: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case text(String)
    case parameter(String)
  }

  let pieces: [Piece]

  /// A value as it is put into a statement.
  enum Value: Hashable, Sendable {
    case text(String)
    /// Digits, as they are.
    case number(String)
    case bool(Bool)
    case null

    /// As SQL writes it. PostgreSQL takes a backslash in such a text for itself.
    var literal: String {
      switch self {
      case .text(let text): "'\(text.replacing("'", with: "''"))'"
      // In brackets, so that a minus in front of a negative one does not begin a comment.
      case .number(let digits): digits.hasPrefix("-") ? "(\(digits))" : digits
      case .bool(let value): value ? "true" : "false"
      case .null: "NULL"
      }
    }
  }

  /// The statement with its values; the name of the first one that is missing otherwise.
  func filled(_ values: [String: Value]) -> Result<String, MissingValue> {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .parameter(let name):
        guard let value = values[name] else { return .failure(MissingValue(name: name)) }
        text += value.literal
      }
    }
    return .success(text)
  }

  struct MissingValue: Error, Hashable {
    let name: String
  }

  /// Takes a text apart at its semicolons. Quotes, dollar quotes and comments are left as they are.
  static func statements(_ text: String) -> [AdapterStatement] {
    var scanner = AdapterScanner(text)
    return scanner.statements()
  }
}
