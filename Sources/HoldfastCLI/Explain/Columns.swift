/// Lines of text in columns that are as wide as they need to be. The last column wraps.
struct Columns {
  /// The most columns of a line, counting a character as one.
  static let width = 100

  enum Side {
    case left
    case right
  }

  private let sides: [Side]
  private var rows: [[String]] = []
  private static let gap = 2
  private static let indent = 2
  private static let narrowest = 24

  /// Columns aligned to these sides, before the last one.
  init(_ sides: [Side]) {
    self.sides = sides
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row: its cells, and the paragraphs of the last column.
  mutating func add(_ cells: [String], _ paragraphs: String...) {
    add(cells, paragraphs)
  }

  mutating func add(_ cells: [String], _ paragraphs: [String]) {
    rows.append(cells + [paragraphs.filter { !$0.isEmpty }.joined(separator: "\n")])
  }

  var lines: [String] {
    let widths = sides.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let margin = widths.reduce(Columns.indent) { $0 + $1 + ($1 > 0 ? Columns.gap : 0) }
    let rest = max(Columns.width - margin, Columns.narrowest)
    var lines: [String] = []
    for row in rows {
      var head = String(repeating: " ", count: Columns.indent)
      for (column, width) in widths.enumerated() where width > 0 {
        let padding = String(repeating: " ", count: width - row[column].count)
        head += sides[column] == .left ? row[column] + padding : padding + row[column]
        head += String(repeating: " ", count: Columns.gap)
      }
      let paragraphs = row[sides.count].split(separator: "\n", omittingEmptySubsequences: false)
      let wrapped = paragraphs.flatMap { Columns.wrap(String($0), rest) }
      for (index, text) in wrapped.enumerated() {
        let start = index == 0 ? head : String(repeating: " ", count: head.count)
        lines.append((start + text).trimmedEnd)
      }
    }
    return lines
  }

  /// Breaks between words; a word longer than a line is broken where it must.
  static func wrap(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      var word = String(word)
      if !line.isEmpty, line.count + 1 + word.count <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while word.count > width {
        lines.append(String(word.prefix(width)))
        word = String(word.dropFirst(width))
      }
      line = word
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
