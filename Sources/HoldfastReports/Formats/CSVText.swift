/// Records as comma-separated values by RFC 4180, safe to open in a spreadsheet.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe before it, which makes it a
/// text there. Numbers that this program wrote never do, and neither does a text that is nothing but
/// a number. UTF-8 without a byte order mark.
package struct CSVText: Sendable {
  private let records: Records

  package init(_ records: Records) {
    self.records = records
  }

  /// A header and the rows, each ended by CR LF.
  package var text: String {
    var text = line(records.columns)
    for row in records.rows { text += line(row.map(CSVText.field)) }
    return text
  }

  private func line(_ fields: [String]) -> String {
    fields.map(CSVText.quoted).joined(separator: ",") + "\r\n"
  }

  private static func field(_ field: Records.Field) -> String {
    switch field {
    case .text(let text): isFormula(text) ? "'" + text : text
    case .plain(let text): text
    case .none: ""
    }
  }

  /// Blanks before it do not keep a spreadsheet from seeing a formula, and neither does a full-width
  /// sign.
  private static func isFormula(_ text: String) -> Bool {
    switch text.unicodeScalars.first {
    case "\t", "\r", "\n": return true
    default: break
    }
    let rest = text.drop { $0.isWhitespace }
    switch rest.unicodeScalars.first {
    case "=", "@", "＝", "＠", "＋", "－": return true
    case "+", "-": return !isNumber(rest.dropFirst())
    default: return false
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
      }
  }

  private static func quoted(_ text: String) -> String {
    let isSpecial = text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    let hasEdge = text.first?.isWhitespace == true || text.last?.isWhitespace == true
    guard isSpecial || hasEdge else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
