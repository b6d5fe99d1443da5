/// A document for a terminal.
package struct TextPage: Sendable {
  private let document: ReportDocument

  package init(_ document: ReportDocument) {
    self.document = document
  }

  private static let trendWidth = 24
  /// More rows are for a file.
  static let mostRows = 1_000

  /// Lines of at most so many columns, as far as numbers allow.
  package func lines(_ style: TextStyle, width: Int = 100) -> [String] {
    var lines = wrapped(document.title, width).map(style.bold)
    lines += wrapped(document.subtitle, width)
    lines += wrapped(headlines, width)
    for note in document.notes { lines += wrapped(note, width).map(style.dim) }
    for section in document.sections {
      lines += ["", style.bold(section.title.cut(toWidth: width))]
      if let table = section.table { lines += self.lines(of: table, style, width) }
      for note in section.notes {
        lines += wrapped(note, width - 2).map { "  " + style.dim($0) }
      }
    }
    return lines
  }

  private var headlines: String {
    document.headlines.map { headline in
      let remark = headline.remark.isEmpty ? "" : " (\(headline.remark))"
      return "\(headline.label) \(headline.value)\(remark)"
    }.joined(separator: ", ")
  }

  private func lines(of table: ReportTable, _ style: TextStyle, _ width: Int) -> [String] {
    var text = TextTable(
      table.columns.map { column in
        TextTable.Column(
          title: column.title, alignment: column.isNumber ? .right : .left,
          maximumWidth: 48, importance: column.importance)
      })
    for row in table.rows.prefix(TextPage.mostRows) { text.add(row.map(cell)) }
    text.footer = table.totals?.map(cell)
    let hidden = table.rows.count - TextPage.mostRows
    let rest =
      hidden > 0
      ? [style.dim("  and \(hidden.grouped) more rows; csv and json have all of them")] : []
    return text.lines(style, width: width) + rest
  }

  private func cell(_ cell: ReportTable.Cell) -> String {
    switch cell {
    case .text(let text): text
    case .own(let words): words.isEmpty ? "" : "(\(words))"
    case .trend(let trend): trend.text(width: TextPage.trendWidth)
    }
  }

  /// Broken between words; a longer word stays whole.
  private func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
