/// Reads CSV by RFC 4180, without a thought of how it was written.
enum CSVReader {
  /// `nil` where it is not CSV.
  static func rows(_ text: String) -> [[String]]? {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [Unicode.Scalar] = []
    var rest = Array(text.unicodeScalars)[...]
    func string(_ scalars: [Unicode.Scalar]) -> String {
      var string = ""
      string.unicodeScalars.append(contentsOf: scalars)
      return string
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        while true {
          guard let inner = rest.popFirst() else { return nil }
          guard inner == "\"" else {
            field.append(inner)
            continue
          }
          guard rest.first == "\"" else { break }
          field.append("\"")
          rest = rest.dropFirst()
        }
      case ",":
        row.append(string(field))
        field = []
      case "\r":
        guard rest.popFirst() == "\n" else { return nil }
        row.append(string(field))
        rows.append(row)
        (row, field) = ([], [])
      case "\n": return nil
      default: field.append(scalar)
      }
    }
    return row.isEmpty && field.isEmpty ? rows : nil
  }
}
