internal import Holdfast

/// What reports on reservations say.
enum ReservationWords {
  static let measures: [Measure<ReservationFigures>] = [
    Measure("endedCount", "ended", .count) { $0.endedCount },
    Measure("settledCount", "settled", .count, importance: 6) { $0.settledCount },
    Measure("releasedCount", "released", .count, isOptional: true, importance: 6) {
      $0.releasedCount
    },
    Measure("expiredCount", "expired", .count, isOptional: true, importance: 6) {
      $0.expiredCount
    },
    Measure("heldAmount", "held") { $0.heldAmount },
    Measure("settledAmount", "charged") { $0.settledAmount },
    Measure("returnedAmount", "returned", importance: 4) { $0.returnedAmount },
    Measure(
      "expiredUnsettledCount", "never settled", .count, isOptional: true, importance: 3
    ) { $0.expiredUnsettledCount },
    Measure("expiredUnsettledAmount", "held by those", isOptional: true, importance: 5) {
      $0.expiredUnsettledAmount
    },
    Measure("shortfallAmount", "shortfall", isOptional: true, importance: 4) {
      $0.shortfallAmount
    },
    Measure("lateCount", "late", .count, isOptional: true, importance: 5) { $0.lateCount },
    Measure("lateAmount", "charged late", isOptional: true, importance: 5) { $0.lateAmount },
  ]

  static let derived: [Derived<ReservationFigures>] = [
    Derived("settledShare", "of held", after: "settledAmount") {
      Share.text($0.settledAmount, of: $0.heldAmount)
    } value: { figures in
      figures.settledShare.map { .number($0) } ?? .null
    },
    percentile(50, importance: 6), percentile(90, importance: 7), percentile(99, importance: 6),
  ]

  private static func percentile(_ percent: Int, importance: Int) -> Derived<ReservationFigures> {
    Derived(
      "heldMicrosecondsP\(percent)", "p\(percent) held for", importance: importance
    ) { figures in
      figures.heldTimes.percentile(Double(percent)).map(DurationText.text) ?? ""
    } value: { figures in
      guard let duration = figures.heldTimes.percentile(Double(percent)) else { return .null }
      let (seconds, attoseconds) = duration.components
      return .integer(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
  }

  static func headlines(
    _ totals: ReservationFigures, _ format: AmountFormat, peak: HeldPeaks.Bucket?,
    _ names: BucketNames
  ) -> [ReportDocument.Headline] {
    let share = Share.text(totals.settledAmount, of: totals.heldAmount)
    var headlines: [ReportDocument.Headline] = [
      .init("ended", totals.endedCount.grouped),
      .init("held", format.full(totals.heldAmount)),
      .init(
        "charged", format.full(totals.settledAmount),
        remark: share.isEmpty ? "" : "\(share) of held"),
    ]
    if totals.expiredUnsettledCount != 0 {
      headlines.append(
        .init(
          "never settled", totals.expiredUnsettledCount.grouped,
          remark: "held \(format.full(totals.expiredUnsettledAmount))"))
    }
    if totals.shortfallAmount != 0 {
      headlines.append(.init("shortfall", format.full(totals.shortfallAmount)))
    }
    if totals.lateCount != 0 {
      headlines.append(
        .init("late", totals.lateCount.grouped, remark: "charged \(format.full(totals.lateAmount))")
      )
    }
    if let median = totals.heldTimes.percentile(50), let long = totals.heldTimes.percentile(99) {
      headlines.append(
        .init(
          "held for", DurationText.text(median), remark: "p99 \(DurationText.text(long))"))
    }
    if let peak {
      headlines.append(
        .init(
          "peak held", format.full(peak.amount), remark: "at \(names.minute(peak.reachedAt))"))
    }
    return headlines
  }

  /// The item, or whatever it is grouped by, whose estimates are most too high: of what came back
  /// most came back of it.
  static func finding(
    _ statistics: ReservationStatistics, _ subject: ReportSubject
  ) -> [String] {
    let candidates = statistics.groups.filter { $0.key.rank < 2 && $0.totals.returnedAmount > 0 }
    guard candidates.count > 1,
      let worst = candidates.max(by: { $0.totals.returnedAmount < $1.totals.returnedAmount })
    else { return [] }
    let figures = worst.totals
    let name =
      if case .value(let text) = worst.key { text.string.printable } else { "Those without" }
    let share = Share.text(figures.settledAmount, of: figures.heldAmount)
    let part = Share.text(figures.returnedAmount, of: statistics.totals.returnedAmount)
    return [
      "\(name) is over-estimated most: \(share) of what it held was charged, and"
        + " \(subject.format.full(figures.returnedAmount)) came back,"
        + " \(part) of all that did."
    ]
  }
}
