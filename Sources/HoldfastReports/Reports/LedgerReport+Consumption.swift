public import Holdfast

extension LedgerReport {
  /// What came into the balances of a unit and what left them.
  ///
  /// - Parameters:
  ///   - statistics: As `consumption` gave them.
  ///   - subject: What was asked for.
  public init(_ statistics: ConsumptionStatistics, of subject: ReportSubject) {
    let totals = statistics.totals
    let format = subject.format
    var headlines: [ReportDocument.Headline] = [
      .init("consumed", format.full(totals.consumed)),
      .init("granted", format.full(totals.granted)),
    ]
    for (name, value) in [
      ("lapsed", totals.lapsed), ("voided", totals.voided), ("transferred", totals.transferred),
      ("reversed", totals.reversed),
    ] where value != 0 {
      headlines.append(.init(name, format.full(value)))
    }
    headlines.append(.init("net", format.full(totals.net)))
    headlines.append(.init("entries", totals.entryCount.grouped))
    let words = FigureWords<ConsumptionFigures>(
      name: "consumption", title: "Consumption of \(subject.unitWords)",
      measures: [
        Measure("consumed", "consumed") { $0.consumed },
        Measure("granted", "granted", importance: 2) { $0.granted },
        Measure("spent", "spent", isForPrograms: true) { $0.spent },
        Measure("net", "net", importance: 4) { $0.net },
        Measure("lapsed", "lapsed", isOptional: true, importance: 6) { $0.lapsed },
        Measure("voided", "voided", isOptional: true, importance: 7) { $0.voided },
        Measure("transferred", "transferred", isOptional: true, importance: 8) {
          $0.transferred
        },
        Measure("reversed", "reversed", isOptional: true, importance: 7) { $0.reversed },
        Measure("entryCount", "entries", .count, importance: 5) { $0.entryCount },
      ],
      main: "consumed", stack: ["consumed", "lapsed", "voided", "transferred"],
      bars: (.stacked, ["consumed"]), headlines: headlines)
    self = StatisticsReport(words, subject, statistics).report
  }
}
