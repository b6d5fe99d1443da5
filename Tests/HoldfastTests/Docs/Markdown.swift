/// What the tests look at in a page of the documentation.
struct Markdown {
  let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The contents of the fenced blocks in that language, in order.
  func blocks(in language: String) -> [String] {
    var blocks: [String] = []
    var open: [Substring]?
    var isOther = false
    for line in lines {
      guard line.hasPrefix("```") else {
        open?.append(line)
        continue
      }
      if let block = open {
        blocks.append(block.joined(separator: "\n"))
        open = nil
      } else if isOther {
        isOther = false
      } else if line == "```\(language)" {
        open = []
      } else {
        isOther = true
      }
    }
    return blocks
  }

  /// The cells of the table's rows between `<!-- checked: NAME -->` and `<!-- end -->`, without the
  /// heading.
  func table(_ name: String) -> [[String]] {
    guard let start = lines.firstIndex(of: "<!-- checked: \(name) -->") else { return [] }
    let rows = lines[start...].dropFirst().prefix { $0 != "<!-- end -->" }
      .filter { $0.hasPrefix("|") }
    return rows.dropFirst(2).map { row in
      row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        Markdown.trimmed($0)
      }
    }
  }

  /// The texts in backticks.
  static func codes(in cell: String) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
