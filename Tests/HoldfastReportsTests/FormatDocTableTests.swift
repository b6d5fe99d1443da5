import Holdfast
import Testing

@testable import HoldfastReports

/// What a report of texts that callers may write looks like in every format.
@Suite struct FormatDocTableTests {
  @Test("every format is as it was before, also of nasty texts")
  func formats() throws {
    let report = ReportSamples.report
    try Golden.check(report.text(width: 100), "consumption.txt")
    try Golden.check(report.text(width: 60), "consumption-narrow.txt")
    try Golden.check(report.csv, "consumption.csv")
    try Golden.check(report.json.prettyText + "\n", "consumption.json")
    try Golden.check(report.svg, "consumption.svg")
    try Golden.check(report.html, "consumption.html")
  }

  @Test("a report of one series names no groups")
  func ungrouped() throws {
    let report = LedgerReport(
      ConsumptionStatistics(
        buckets: ReportSamples.consumption.buckets, totals: ReportSamples.consumption.totals,
        groups: [], readAt: ReportSamples.consumption.readAt, isClosed: true),
      of: ReportSamples.subject(grouping: nil))
    try Golden.check(report.text(), "ungrouped.txt")
    try Golden.check(report.csv, "ungrouped.csv")
    try Golden.check(report.json.prettyText + "\n", "ungrouped.json")
  }
}
