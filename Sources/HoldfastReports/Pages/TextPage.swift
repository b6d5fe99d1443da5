/// A document for a terminal.
package struct TextPage: Sendable {
  private let document: ReportDocument

  package init(_ document: ReportDocument) {
    self.document = document
  }

  /// A trend has as many characters as there is room for.
  private static let trendWidths = [32, 24, 16, 10]
  /// More rows are for a file.
  static let mostRows = 1_000

  /// Lines of at most so many columns, as far as numbers allow.
  package func lines(_ style: TextStyle, width: Int = 100) -> [String] {
    var lines = document.title.wrapped(toWidth: width).map(style.bold)
    lines += document.subtitle.wrapped(toWidth: width)
    lines += headlines.wrapped(toWidth: width)
    for note in document.notes { lines += note.wrapped(toWidth: width).map(style.dim) }
    for section in document.sections {
      lines += ["", style.bold(section.title.cut(toWidth: width))]
      if let table = section.table { lines += self.lines(of: table, style, width) }
      lines += section.listing
      for note in section.notes {
        lines += note.wrapped(toWidth: width - 2).map { "  " + style.dim($0) }
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
    let candidates = TextPage.trendWidths.map { text(of: table, trendWidth: $0) }
    let fitting = candidates.first { $0.naturalWidth <= width } ?? candidates.last
    let hidden = table.rows.count - TextPage.mostRows
    let rest =
      hidden > 0
      ? [style.dim("  and \(hidden.grouped) more rows; csv and json have all of them")] : []
    return (fitting?.lines(style, width: width) ?? []) + rest
  }

  private func text(of table: ReportTable, trendWidth: Int) -> TextTable {
    var text = TextTable(
      table.columns.map { column in
        TextTable.Column(
          title: column.title, alignment: column.kind == .number ? .right : .left,
          maximumWidth: column.kind == .label ? 40 : .max,
          minimumWidth: column.kind == .label ? 14 : .max, importance: column.importance)
      })
    let cells = { (row: [ReportTable.Cell]) in
      row.map { TextPage.text(of: $0, trendWidth: trendWidth) }
    }
    for row in table.rows.prefix(TextPage.mostRows) { text.add(cells(row)) }
    text.footer = table.totals.map(cells)
    return text
  }

  private static func text(of cell: ReportTable.Cell, trendWidth: Int) -> String {
    switch cell {
    case .text(let text): text
    case .own(let words): words.isEmpty ? "" : "(\(words))"
    case .trend(let trend): trend.text(width: trendWidth)
    }
  }
}
