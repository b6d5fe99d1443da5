import Holdfast
import HoldfastReports

/// Statistics of made-up figures, with what callers may write in them.
enum ReportSamples {
  /// What formulas, markup, quotes, lines, emoji and other directions are made of.
  static let nasty = [
    "", "\t=1+1", "+49 30 901820", "-5", "-5+cmd|' /C calc'!A0", "<b>bold</b> & \"more\"",
    "=HYPERLINK(\"http://evil.example\",\"click\")", "@SUM(A1:A9)", "a,b;c",
    "first\nsecond\r\nthird",
    "his 'quotes'", "ends with a blank ", "مرحبا, بالعالم", "abc\u{202E}txt.exe", "東京 👩‍👩‍👧‍👦 🇩🇪",
    "＝1+1",
  ]

  static let period = StatisticsPeriod(
    from: instant("2026-03-28T23:00:00Z"), to: instant("2026-03-31T10:00:00Z"), by: .day,
    timeZone: "Europe/Berlin")

  /// Midnights in Berlin; the first day has 23 hours.
  static let midnights = [
    "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "2026-03-30T22:00:00Z",
    "2026-03-31T22:00:00Z",
  ].map(instant)

  static func instant(_ text: String) -> Instant {
    guard let instant = Instant(text) else { preconditionFailure("\(text) is no instant") }
    return instant
  }

  static func subject(grouping: String? = "description") -> ReportSubject {
    ReportSubject(
      tenant: "acme/<production>", account: "ada & co", unit: "credits",
      definition: UnitDefinition(
        unit: "credits", name: "Credits", symbol: "cr", precision: 2), period: period,
      grouping: grouping)
  }

  static let consumption: ConsumptionStatistics = {
    var groups: [ConsumptionStatistics.Group] = []
    for (index, text) in nasty.enumerated() {
      let weight = Int64(nasty.count - index)
      groups.append(
        group(.value(ByteText(text)), [weight * 1_234_567, index == 3 ? -250 : weight, 7]))
    }
    groups.append(group(.none, [0, 99, 0]))
    groups.append(group(.rest, [1, 0, 0]))
    groups.sort { $0.key < $1.key }
    let buckets = (0..<3).map { index in
      bucket(index, groups.reduce(0) { $0 + $1.buckets[index].figures.consumed })
    }
    let totals = figures(buckets.reduce(0) { $0 + $1.figures.consumed })
    return ConsumptionStatistics(
      buckets: buckets, totals: totals, groups: groups, readAt: instant("2026-03-31T10:00:00Z"),
      isClosed: false)
  }()

  static let report = LedgerReport(consumption, of: subject())

  private static func figures(_ consumed: Int64) -> ConsumptionFigures {
    var figures = ConsumptionFigures()
    figures.consumed = consumed
    figures.spent = max(0, consumed)
    figures.granted = max(0, -consumed)
    figures.reversed = max(0, -consumed)
    figures.entryCount = consumed == 0 ? 0 : 2
    return figures
  }

  private static func bucket(_ index: Int, _ consumed: Int64) -> ConsumptionStatistics.Bucket {
    .init(start: midnights[index], end: midnights[index + 1], figures: figures(consumed))
  }

  private static func group(
    _ key: StatisticsKey, _ consumed: [Int64]
  ) -> ConsumptionStatistics.Group {
    let buckets = consumed.enumerated().map { bucket($0.offset, $0.element) }
    return .init(key: key, totals: figures(consumed.reduce(0, +)), buckets: buckets)
  }
}
