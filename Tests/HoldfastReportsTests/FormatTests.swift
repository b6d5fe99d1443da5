import Holdfast
import Testing

@testable import HoldfastReports

@Suite struct FormatTests {
  @Test("what a CSV reader reads back is what was written, formulas behind an apostrophe")
  func csvReadsBack() throws {
    let rows = try #require(CSVReader.rows(ReportSamples.report.csv))
    let column = try #require(rows[0].firstIndex(of: "group"))
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    let read = Set(rows.dropFirst().map { $0[column] })
    let written = ReportSamples.nasty.map { text in
      ["\t", "=", "@", "＝", "+49", "-5+"].contains { text.hasPrefix($0) } ? "'" + text : text
    }
    #expect(read == Set(written))
    #expect(rows.count == 1 + 3 * ReportSamples.consumption.groups.count)
  }

  @Test(
    "only what a spreadsheet would compute is neutralised",
    arguments: [
      ("=1", "'=1"), ("+1+1", "'+1+1"), ("-1+1", "'-1+1"), ("@x", "'@x"), ("\tx", "'\tx"),
      ("\rx", "'\rx"), (" =1", "' =1"), ("＠x", "'＠x"), ("-5", "-5"), ("+5", "+5"),
      ("-5.25", "-5.25"), ("-5.", "'-5."), ("a=1", "a=1"), ("-", "'-"), ("", ""), ("'=1", "'=1"),
    ])
  func formulas(text: String, safe: String) throws {
    var records = Records(columns: ["a", "b"])
    records.add([.text(text), .plain("-1234.50")])
    let rows = try #require(CSVReader.rows(CSVText(records).text))
    #expect(rows[1] == [safe, "-1234.50"])
  }

  @Test("lines end with CR LF, and quotes are doubled")
  func csvForm() {
    var records = Records(columns: ["a", "b"])
    records.add([.text("x \"y\", z"), .none])
    records.add([.text("one\ntwo"), .text(" blank")])
    #expect(
      CSVText(records).text
        == "a,b\r\n\"x \"\"y\"\", z\",\r\n\"one\ntwo\",\" blank\"\r\n")
  }

  @Test("a page loads nothing, runs nothing and has no markup of callers")
  func pageIsClosed() {
    let page = ReportSamples.report.html
    for forbidden in ["<script", "<b>", "src=", "href=", "url(", "@import", "<link", "\u{202E}"] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    let addresses = page.replacing("http://www.w3.org/2000/svg", with: "")
      .replacing("http://evil.example", with: "")
    #expect(!addresses.contains("http:"))
    #expect(!addresses.contains("https:"))
    #expect(page.contains("&lt;b&gt;bold&lt;/b&gt; &amp; &quot;more&quot;"))
    #expect(page.contains("<bdi>"))
    #expect(page.contains("abc\\u{202e}txt.exe"))
  }

  @Test("no line of a text is wider than the terminal", arguments: [60, 80, 100, 140])
  func textFits(width: Int) {
    for line in ReportSamples.report.text(width: width).split(separator: "\n") {
      #expect(line.displayWidth <= width, "\(line)")
    }
  }

  @Test("every picture has a title and a summary that its element names")
  func accessible() {
    let page = ReportSamples.report.html
    for id in ["chart-1", "chart-1-narrow", "chart-2", "chart-2-narrow"] {
      #expect(page.contains("aria-labelledby=\"\(id)-title \(id)-summary\""))
      #expect(page.contains("<title id=\"\(id)-title\">"))
      #expect(page.contains("<desc id=\"\(id)-summary\">"))
    }
    #expect(page.ranges(of: "<table>").count == 2)
  }

  @Test("JSON has what callers wrote, byte for byte, and sums that add up")
  func json() throws {
    let value = try JSONValue.parse(ReportSamples.report.json.text.utf8)
    guard case .object(let object) = value, case .array(let groups)? = object["groups"],
      case .object(let totals)? = object["totals"], case .integer(let sum)? = totals["consumed"]
    else {
      Issue.record("the shape is not what it was")
      return
    }
    var keys: [String] = []
    var consumed: Int64 = 0
    for case .object(let group) in groups {
      if case .string(let key)? = group["key"] { keys.append(key) }
      if case .object(let totals)? = group["totals"], case .integer(let part)? = totals["consumed"]
      {
        consumed += part
      }
    }
    #expect(Set(keys.map { Array($0.utf8) }) == Set(ReportSamples.nasty.map { Array($0.utf8) }))
    #expect(consumed == sum)
    #expect(object["version"] == .integer(1))
    #expect(object["isClosed"] == .bool(false))
  }

  @Test("a report of an empty period says so, and has a picture all the same")
  func nothing() {
    var subject = ReportSamples.subject(grouping: nil)
    subject.period.to = subject.period.from
    let report = LedgerReport(
      ConsumptionStatistics(
        buckets: [], totals: ConsumptionFigures(), groups: [],
        readAt: ReportSamples.midnights[3], isClosed: true), of: subject)
    #expect(report.text().contains("Nothing was counted in this period."))
    #expect(CSVReader.rows(report.csv)?.count == 1)
    #expect(report.svg.contains("There is nothing in them."))
    #expect(report.html.contains("Nothing was counted in this period."))
  }
}
