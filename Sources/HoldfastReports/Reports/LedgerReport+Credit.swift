public import Holdfast

extension LedgerReport {
  /// What will lapse when, as things stand.
  ///
  /// - Parameters:
  ///   - statistics: As `expiringCredits` gave them.
  ///   - subject: What was asked for.
  public init(_ statistics: ExpiringCredits, of subject: ReportSubject) {
    let totals = statistics.totals
    let format = subject.format
    var headlines: [ReportDocument.Headline] = [.init("will lapse", format.full(totals.amount))]
    for (name, value) in [
      ("held", totals.pinnedAmount), ("scheduled", totals.scheduledAmount),
      ("paid for it", totals.costBasis),
    ] where value != 0 {
      headlines.append(.init(name, name == "paid for it" ? value.grouped : format.full(value)))
    }
    headlines.append(.init("lots", totals.lotCount.grouped))
    let words = FigureWords<ExpiringFigures>(
      name: "expiring", title: "Expiring \(subject.unitWords)",
      measures: [
        Measure("amount", "will lapse") { $0.amount },
        Measure("pinnedAmount", "held", isOptional: true, importance: 2) { $0.pinnedAmount },
        Measure("scheduledAmount", "scheduled", isOptional: true, importance: 2) {
          $0.scheduledAmount
        },
        Measure("lotCount", "lots", .count, importance: 3) { $0.lotCount },
        Measure("costBasis", "paid for it", .count, isOptional: true, importance: 4) {
          $0.costBasis
        },
      ],
      main: "amount", stack: ["amount", "pinnedAmount", "scheduledAmount"],
      bars: (.stacked, ["amount", "pinnedAmount", "scheduledAmount"]), headlines: headlines,
      notes: ["What is used until then does not lapse."])
    self = StatisticsReport(words, subject, statistics).report
  }

  /// What was granted and never used.
  ///
  /// - Parameters:
  ///   - statistics: As `breakage` gave them.
  ///   - subject: What was asked for.
  public init(_ statistics: Breakage, of subject: ReportSubject) {
    let totals = statistics.totals
    let format = subject.format
    let kept = totals.grantedAmount.subtractingReportingOverflow(totals.withdrawnAmount)
    let share = Share.text(totals.brokenAmount, of: max(0, kept.partialValue))
    var headlines: [ReportDocument.Headline] = [
      .init(
        "never used", format.full(totals.brokenAmount),
        remark: share.isEmpty ? "" : "\(share) of what was granted"),
      .init("granted", format.full(totals.grantedAmount)),
    ]
    for (name, value) in [
      ("taken back", totals.withdrawnAmount), ("lapsed", totals.lapsedAmount),
      ("voided", totals.voidedAmount),
    ] where value != 0 {
      headlines.append(.init(name, format.full(value)))
    }
    let words = FigureWords<BreakageFigures>(
      name: "breakage", title: "Breakage of \(subject.unitWords)",
      measures: [
        Measure("grantedAmount", "granted") { $0.grantedAmount },
        Measure("withdrawnAmount", "taken back", isOptional: true, importance: 3) {
          $0.withdrawnAmount
        },
        Measure("lapsedAmount", "lapsed", importance: 2) { $0.lapsedAmount },
        Measure("voidedAmount", "voided", isOptional: true, importance: 3) { $0.voidedAmount },
        Measure("brokenAmount", "never used") { $0.brokenAmount },
        Measure("brokenCostBasis", "paid for it", .count, isOptional: true, importance: 4) {
          $0.brokenCostBasis
        },
      ],
      derived: [
        Derived("brokenShare", "of granted", after: "brokenAmount", importance: 1) { figures in
          let kept = figures.grantedAmount.subtractingReportingOverflow(figures.withdrawnAmount)
          return Share.text(figures.brokenAmount, of: max(0, kept.partialValue))
        } value: { figures in
          figures.brokenShare.map { .number($0) } ?? .null
        }
      ],
      main: "brokenAmount", stack: ["lapsedAmount", "voidedAmount"],
      bars: (.side, ["grantedAmount", "brokenAmount"]), shareImportance: 2, headlines: headlines,
      notes: ["What lapses was as a rule granted earlier."])
    self = StatisticsReport(words, subject, statistics).report
  }
}
