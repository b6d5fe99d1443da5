/// A table of a report in HTML.
struct HTMLTable {
  let table: ReportTable
  /// For who cannot see it.
  let title: String

  /// More rows are for a file.
  static let mostRows = 1_000

  var markup: Markup {
    Markup("table") {
      Markup("caption") { title }.onItsOwnLine
      Markup("thead") {
        Markup("tr") {
          for column in table.columns {
            Markup("th", ["scope": "col", "class": style(column)]) { Markup(column.title) }
          }
        }
      }.onItsOwnLine
      Markup("tbody") {
        for row in table.rows.prefix(HTMLTable.mostRows) {
          line(row).onItsOwnLine
        }
      }.onItsOwnLine
      if let totals = table.totals {
        Markup("tfoot") { line(totals) }.onItsOwnLine
      }
    }
  }

  private func line(_ cells: [ReportTable.Cell]) -> Markup {
    Markup("tr") {
      for (index, cell) in cells.enumerated() {
        if index == 0 {
          Markup("th", ["scope": "row", "class": style(table.columns[0])]) { content(cell) }
        } else {
          Markup("td", ["class": style(table.columns[index])]) { content(cell) }
        }
      }
    }
  }

  private func style(_ column: ReportTable.Column) -> String {
    switch column.kind {
    case .number: "number"
    case .words: "words"
    case .label: "label"
    case .sentence: "sentence"
    }
  }

  private func content(_ cell: ReportTable.Cell) -> Markup {
    switch cell {
    case .text(let text): text.hasRightToLeft ? Markup("bdi") { text } : Markup(text)
    case .own(let words): Markup("span", ["class": "own"]) { words }
    case .trend(let trend): picture(of: trend)
    }
  }

  /// Decoration: the figures stand in the other tables.
  private func picture(of trend: Sparkline) -> Markup {
    let values = trend.sums(into: 48)
    let most = max(values.max() ?? 0, .leastNonzeroMagnitude)
    let (pitch, height) = (120 / Double(max(values.count, 1)), 18.0)
    var canvas = Canvas()
    for (index, value) in values.enumerated() where value > 0 {
      let size = max(1, value / most * height)
      canvas.box(
        x: Double(index) * pitch, y: height - size, width: max(pitch - 0.6, 0.4), height: size,
        style: "s1")
    }
    return Markup(
      "svg",
      [
        "class": "chart", "width": "120", "height": "18", "viewBox": "0 0 120 18",
        "aria-hidden": "true",
      ]
    ) { canvas.markup }
  }
}
