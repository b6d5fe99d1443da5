public import Holdfast

extension LedgerReport {
  /// What was counted of usage items.
  ///
  /// - Parameters:
  ///   - statistics: As `usageStatistics` gave them.
  ///   - subject: What was asked for; its unit is what charges are in, `nil` where they have several.
  ///   - item: The item; `nil` for all.
  public init(_ statistics: UsageStatistics, of subject: ReportSubject, item: ItemName? = nil) {
    let totals = statistics.totals
    let above = totals.amount.subtractingReportingOverflow(totals.consumed).partialValue
    var headlines: [ReportDocument.Headline] = [
      .init("pieces", totals.amount.grouped), .init("within limits", totals.consumed.grouped),
    ]
    if above != 0 {
      headlines.append(
        .init("above limits", above.grouped, remark: Share.text(above, of: totals.amount)))
    }
    if totals.chargedUnits != 0 {
      headlines.append(.init("charged", subject.format.full(totals.chargedUnits)))
    }
    headlines.append(.init("records", totals.eventCount.grouped))
    let words = FigureWords<UsageFigures>(
      name: "usage", title: "Usage of \(item?.string.printable ?? "all items")",
      measures: [
        Measure("amount", "pieces", .count) { $0.amount },
        Measure("consumed", "within limits", .count, importance: 2) { $0.consumed },
        Measure("overflow", "above limits", .count, isOptional: true, importance: 3) {
          $0.amount.subtractingReportingOverflow($0.consumed).partialValue
        },
        Measure("eventCount", "records", .count, importance: 4) { $0.eventCount },
        Measure("chargedUnits", "charged", isOptional: true, importance: 2) { $0.chargedUnits },
      ],
      main: "amount", stack: ["consumed", "overflow"],
      bars: (.stacked, ["consumed", "overflow"]), headlines: headlines)
    self = StatisticsReport(words, subject, statistics).report
  }
}
