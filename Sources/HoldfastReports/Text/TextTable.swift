/// A table of plain text with aligned columns, as wide as it needs to be and no wider than it may.
///
/// Where it does not fit, the columns that can be cut are cut, down to a few letters each; then the
/// least important columns are left out, and a line below says which.
package struct TextTable: Sendable {
  package struct Column: Sendable {
    package var title: String
    package var alignment: Alignment
    /// Longer cells are cut and end in `…`.
    package var maximumWidth: Int
    /// It is not cut below this to make room; a number is never cut.
    package var minimumWidth: Int
    /// What goes first where there is no room; 0 never goes.
    package var importance: Int

    package init(
      title: String, alignment: Alignment = .right, maximumWidth: Int = 40,
      minimumWidth: Int = 10, importance: Int = 0
    ) {
      self.title = title
      self.alignment = alignment
      self.maximumWidth = maximumWidth
      self.minimumWidth = minimumWidth
      self.importance = importance
    }
  }

  package enum Alignment: Sendable {
    case left
    case right
  }

  package let columns: [Column]
  package private(set) var rows: [[String]] = []
  /// The last row, set apart from the others.
  package var footer: [String]?

  private static let indentation = "  "
  private static let gap = "  "

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells)
  }

  /// The title row, the rows and the footer, each a line of at most so many columns.
  package func lines(_ style: TextStyle, width limit: Int = 100) -> [String] {
    var shown = Array(columns.indices)
    var widths = columns.indices.map(naturalWidth)
    while total(widths, shown) > limit {
      let excess = total(widths, shown) - limit
      if let index = widestCuttable(widths, shown) {
        widths[index] = max(columns[index].minimumWidth, widths[index] - excess)
      } else if let index = leastImportant(shown) {
        shown.removeAll { $0 == index }
        widths = columns.indices.map(naturalWidth)
      } else {
        break
      }
    }
    var lines = [style.dim(line(columns.map(\.title), widths, shown))]
    lines += rows.map { line($0, widths, shown) }
    if let footer { lines.append(style.bold(line(footer, widths, shown))) }
    let hidden = columns.indices.filter { !shown.contains($0) }.map { columns[$0].title }
    if !hidden.isEmpty {
      let note = "no room for: \(hidden.map(\.isolated).joined(separator: ", "))"
      let room = limit - TextTable.indentation.count
      lines += note.wrapped(toWidth: room).map { TextTable.indentation + style.dim($0) }
    }
    return lines
  }

  /// How wide it is where there is room enough.
  package var naturalWidth: Int {
    total(columns.indices.map(naturalWidth), Array(columns.indices))
  }

  private func naturalWidth(_ index: Int) -> Int {
    let cells = rows.lazy.map { $0[index] }
    var width = max(columns[index].title.displayWidth, footer?[index].displayWidth ?? 0)
    for cell in cells { width = max(width, cell.displayWidth) }
    return min(columns[index].maximumWidth, width)
  }

  private func total(_ widths: [Int], _ shown: [Int]) -> Int {
    shown.reduce(0) { $0 + widths[$1] } + TextTable.indentation.count
      + TextTable.gap.count * max(0, shown.count - 1)
  }

  private func widestCuttable(_ widths: [Int], _ shown: [Int]) -> Int? {
    shown.filter {
      columns[$0].alignment == .left && widths[$0] > columns[$0].minimumWidth
    }
    .max { widths[$0] < widths[$1] }
  }

  /// Of equals the last.
  private func leastImportant(_ shown: [Int]) -> Int? {
    shown.filter { columns[$0].importance > 0 }
      .max { columns[$0].importance <= columns[$1].importance }
  }

  private func line(_ cells: [String], _ widths: [Int], _ shown: [Int]) -> String {
    var text = TextTable.indentation
    for (position, index) in shown.enumerated() {
      let cell = cells[index].cut(toWidth: widths[index])
      let blanks = String(repeating: " ", count: widths[index] - cell.displayWidth)
      if position > 0 { text += TextTable.gap }
      text += columns[index].alignment == .left ? cell.isolated + blanks : blanks + cell.isolated
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}
