/// A table of plain text with aligned columns.
struct TextTable: Sendable {
  struct Column: Sendable {
    var title: String
    var alignment: Alignment = .right
    /// Longer cells are cut and end in `…`.
    var maximumWidth = 40
  }

  enum Alignment: Sendable {
    case left
    case right
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []
  /// The last row, set apart from the others.
  var footer: [String]?

  private static let indentation = "  "
  private static let gap = "  "

  init(_ columns: [Column]) {
    self.columns = columns
  }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells)
  }

  /// The title row, the rows and the footer, each a line.
  func lines(_ style: TextStyle) -> [String] {
    let all = [columns.map(\.title)] + rows + (footer.map { [$0] } ?? [])
    let widths = columns.indices.map { index in
      min(columns[index].maximumWidth, all.map { $0[index].count }.max() ?? 0)
    }
    var lines = [style.dim(line(columns.map(\.title), widths))]
    lines += rows.map { line($0, widths) }
    if let footer { lines.append(style.bold(line(footer, widths))) }
    return lines
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var text = TextTable.indentation
    for (index, cell) in cells.enumerated() {
      let cell = TextTable.cut(cell, to: widths[index])
      let blanks = String(repeating: " ", count: widths[index] - cell.count)
      if index > 0 { text += TextTable.gap }
      text += columns[index].alignment == .left ? cell + blanks : blanks + cell
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
  }
}
