public import Holdfast

/// A report for an analyst: the same figures as text, CSV, JSON, SVG and HTML.
///
/// It is made of statistics as a store gave them; `holdfast report` is this on the command line.
/// Amounts for people have the unit's precision and symbol. Whatever callers wrote is escaped in every
/// format.
public struct LedgerReport: Sendable {
  /// What people read.
  package let document: ReportDocument
  /// What is drawn where only one chart can be.
  package let picture: any Chart
  /// What becomes CSV.
  package let records: Records
  /// The figures for other programs: amounts in the smallest denomination of their unit, instants by
  /// RFC 3339 with the offset of the time zone. Its `version` changes when a member goes or changes
  /// its meaning; new members may come.
  public let json: JSONValue

  package init(document: ReportDocument, picture: any Chart, records: Records, json: JSONValue) {
    self.document = document
    self.picture = picture
    self.records = records
    self.json = json
  }

  /// Tables with totals and trends, in lines of at most `width` columns as far as numbers allow.
  ///
  /// - Parameters:
  ///   - width: How many columns of a grid; wide characters take two.
  ///   - isColoured: Whether headings and totals are set off by escape sequences.
  public func text(width: Int = 100, isColoured: Bool = false) -> String {
    TextPage(document).lines(TextStyle(isColoured: isColoured), width: width)
      .joined(separator: "\n") + "\n"
  }

  /// Comma-separated values by RFC 4180: a row for each bucket of each group. No spreadsheet takes
  /// a text of it for a formula.
  public var csv: String { CSVText(records).text }

  /// The chart over time, or of the top accounts, as a file of its own.
  public var svg: String { picture.standaloneSVG(caption: document.subtitle) }

  /// A page with all charts and tables that needs no other file.
  public var html: String {
    HTMLPage(document, footer: "Made by holdfast report.").text
  }
}
