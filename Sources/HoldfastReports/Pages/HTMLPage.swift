/// A document as one HTML file that needs nothing beside it and runs nothing.
package struct HTMLPage: Sendable {
  private let document: ReportDocument
  private let footer: String

  /// - Parameter footer: Where the figures are from.
  package init(_ document: ReportDocument, footer: String = "") {
    self.document = document
    self.footer = footer
  }

  private static let wide = 900.0
  private static let narrow = 362.0
  /// Longer tables are closed until somebody asks.
  private static let openRows = 62

  package var text: String {
    let page = Markup("html", ["lang": "en"]) {
      Markup.lineBreak
      head.onItsOwnLine
      Markup("body") {
        Markup("main") { main }
      }.onItsOwnLine
    }
    return "<!DOCTYPE html>\n" + page.source + "\n"
  }

  private var head: Markup {
    Markup("head") {
      Markup(empty: "meta", ["charset": "utf-8"]).onItsOwnLine
      Markup(
        empty: "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]
      ).onItsOwnLine
      // Nothing that anybody wrote can load or run anything here, escaped or not.
      Markup(
        empty: "meta",
        [
          "http-equiv": "Content-Security-Policy",
          "content": "default-src 'none'; style-src 'unsafe-inline'",
        ]
      ).onItsOwnLine
      Markup("title") { "\(document.title), \(document.subtitle)" }.onItsOwnLine
      Markup(style: PageStyle.rules).onItsOwnLine
      Markup(style: ChartStyle.rules).onItsOwnLine
    }
  }

  private var main: Markup {
    var all = Markup.lineBreak
    all.add(
      Markup("header") {
        Markup("h1") { isolated(document.title) }
        Markup("p", ["class": "soft"]) { isolated(document.subtitle) }
      }.onItsOwnLine)
    if !document.headlines.isEmpty { all.add(headlines.onItsOwnLine) }
    for note in document.notes { all.add(soft(note).onItsOwnLine) }
    for (index, section) in document.sections.enumerated() {
      all.add(draw(section, number: index + 1).onItsOwnLine)
    }
    if !footer.isEmpty { all.add(Markup("footer") { isolated(footer) }.onItsOwnLine) }
    return all
  }

  private var headlines: Markup {
    Markup("dl", ["class": "headlines"]) {
      for headline in document.headlines {
        Markup("div") {
          Markup("dt") { headline.label }
          Markup("dd") {
            isolated(headline.value)
            if !headline.remark.isEmpty { Markup("small") { isolated(headline.remark) } }
          }
        }
      }
    }
  }

  private func draw(_ section: ReportDocument.Section, number: Int) -> Markup {
    Markup("section") {
      Markup("div", ["class": "block"]) {
        Markup("h2") { isolated(section.title) }
        for note in section.notes { soft(note) }
        if let chart = section.chart { figure(chart, id: "chart-\(number)") }
      }.onItsOwnLine
      if !section.listing.isEmpty { listing(section.listing, section.title).onItsOwnLine }
      if let table = section.table {
        if section.chart == nil {
          scroll(table, section.title)
        } else if table.rows.count <= HTMLPage.openRows {
          Markup("details", ["open": ""]) { folded(table, section.title) }
        } else {
          Markup("details") { folded(table, section.title) }
        }
      }
    }
  }

  /// Drawn twice, for a wide screen and for a phone; the style shows one of them.
  private func figure(_ chart: any Chart, id: String) -> Markup {
    Markup("figure") {
      Markup("div", ["class": "wide"]) { chart.inlineSVG(id: id, width: HTMLPage.wide) }
      Markup("div", ["class": "narrow"]) {
        chart.inlineSVG(id: "\(id)-narrow", width: HTMLPage.narrow)
      }
    }
  }

  private func folded(_ table: ReportTable, _ title: String) -> Markup {
    Markup("summary") { "The figures" }.followed(by: scroll(table, title))
  }

  private func scroll(_ table: ReportTable, _ title: String) -> Markup {
    Markup("div", ["class": "scroll", "role": "region", "aria-label": title, "tabindex": "0"]) {
      HTMLTable(table: table, title: title).markup
      if table.rows.count > HTMLTable.mostRows {
        soft(
          "And \((table.rows.count - HTMLTable.mostRows).grouped) more rows;"
            + " csv and json have all of them.")
      }
    }
  }

  private func listing(_ lines: [String], _ title: String) -> Markup {
    Markup("div", ["class": "scroll", "role": "region", "aria-label": title, "tabindex": "0"]) {
      Markup("pre") { lines.joined(separator: "\n") }
    }
  }

  private func soft(_ text: String) -> Markup {
    Markup("p", ["class": "soft"]) { isolated(text) }
  }

  private func isolated(_ text: String) -> Markup {
    text.hasRightToLeft ? Markup("bdi") { text } : Markup(text)
  }
}
