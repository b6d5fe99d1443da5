internal import Holdfast
internal import HoldfastReports

/// Sections of the page that are about all of the race.
extension RaceReport {
  /// The words that get a line of their own: the most frequent.
  private static let mostLines = 5
  private static let mostBalances = 20

  var percentiles: ReportDocument.Section {
    let words = figures.wordLines.sorted { $0.figures.calls > $1.figures.calls }
      .prefix(RaceReport.mostLines)
    var lines = [curve("all", .rest, figures.latencies, isDashed: true)]
    for (index, line) in words.enumerated() {
      lines.append(curve(line.word.rawValue, .series(index), line.figures.latencies))
    }
    return ReportDocument.Section(
      "Latency by percentile",
      chart: LineChart(
        title: "Latency that a share of the calls did not exceed",
        summary: "Each nine is as wide as the one before it; the latency is logarithmic.",
        lines: lines,
        along: Axis(
          "share of the calls", scale: .nines(upTo: furthest), label: Axis.percent),
        up: Axis(
          "latency", scale: .logarithmic(covering: lines.flatMap(\.points).compactMap(\.y)),
          label: Axis.milliseconds)),
      table: wordTable)
  }

  /// As many nines as there are calls to tell them.
  private var furthest: Double {
    var rest = 0.1
    while rest > 1e-6, Double(figures.latencies.count) * rest > 10 { rest /= 10 }
    return 1 - rest
  }

  private func curve(
    _ name: String, _ tone: Tone, _ latencies: LatencyHistogram, isDashed: Bool = false
  ) -> LineChart.Line {
    let most = furthest
    // Evenly along the axis: 20 points to a nine.
    let nines = (0...120).map { 1 - pow10(-Double($0) / 20) }.filter { $0 <= most }
    return LineChart.Line(
      name: name, tone: tone, isDashed: isDashed,
      points: (nines + [most]).map { share in
        LineChart.Point(x: share, y: max(0.001, latencies.quantile(share) / 1e6))
      })
  }

  private var wordTable: PageTable {
    var table = PageTable(
      [
        PageTable.Column("Command", .label), PageTable.Column("Calls"),
        PageTable.Column("Refused", importance: 1),
      ] + RaceReport.quantiles.map { PageTable.Column("\($0.name), ms") })
    func row(_ name: String, _ calls: Int64, _ refused: Int64, _ latencies: LatencyHistogram)
      -> [PageTable.Cell]
    {
      [.text(name), .text(calls.grouped), .text(RaceReport.percent(refused, of: calls))]
        + RaceReport.quantiles.map {
          .text(RaceReport.milliseconds(latencies.quantile($0.share)))
        }
    }
    for (word, line) in figures.wordLines {
      table.add(row(word.rawValue, line.calls, line.refused, line.latencies))
    }
    table.totals = row("all", figures.calls, figures.refused, figures.latencies)
    return table
  }

  var outcomes: ReportDocument.Section {
    var bars = [
      BarChart.Bar(label: "applied", values: [figures.applied - figures.duplicates]),
      BarChart.Bar(label: "duplicate", values: [figures.duplicates]),
      BarChart.Bar(label: "unknown", values: [figures.unknown]),
    ]
    bars += figures.refusalLines.map { BarChart.Bar(label: $0.code, values: [$0.count]) }
    bars = bars.filter { $0.values[0] > 0 }.sorted { $0.values[0] > $1.values[0] }
    var table = PageTable([
      PageTable.Column("Outcome", .label), PageTable.Column("Calls"),
      PageTable.Column("Share"),
    ])
    for bar in bars {
      table.add([
        .text(bar.label), .text(bar.values[0].grouped),
        .text(RaceReport.percent(bar.values[0], of: figures.calls)),
      ])
    }
    return ReportDocument.Section(
      "Outcomes",
      chart: BarChart(
        title: "Calls by what they were answered",
        summary: "The most frequent is \(bars.first?.label ?? "nothing").", bars: bars),
      table: table)
  }

  var contention: ReportDocument.Section {
    let busiest = figures.busiest(RaceReport.mostBalances)
    var table = PageTable([
      PageTable.Column("Balance", .label), PageTable.Column("Calls"),
      PageTable.Column("Share"), PageTable.Column("Refused", importance: 1),
      PageTable.Column("At once"), PageTable.Column("Mean, ms"),
    ])
    for (account, line) in busiest {
      table.add([
        .text(RaceHeader.accountName(account).string), .text(line.calls.grouped),
        .text(RaceReport.percent(line.calls, of: figures.calls)),
        .text(RaceReport.percent(line.refused, of: line.calls)), .text(line.peak.grouped),
        .text(RaceReport.milliseconds(1000 * Double(line.waited) / Double(max(1, line.calls)))),
      ])
    }
    return ReportDocument.Section(
      "Contention",
      chart: BarChart(
        title: "Calls by balance, the busiest of \(figures.accounts.count.grouped)",
        summary: "How many calls the busiest balances had, and how many of those were refused.",
        series: [
          BarChart.Series(name: "answered otherwise", tone: .series(0)),
          BarChart.Series(name: "refused", tone: .series(1)),
        ],
        bars: busiest.map { account, line in
          BarChart.Bar(
            label: RaceHeader.accountName(account).string,
            values: [line.calls - line.refused, line.refused])
        }),
      table: table)
  }
}

/// Ten to the power of a number that is not above zero.
private func pow10(_ exponent: Double) -> Double {
  var value = 1.0
  var rest = -exponent
  while rest >= 1 {
    value /= 10
    rest -= 1
  }
  // The twentieth root of ten, as often as is left.
  var steps = Int((rest * 20).rounded())
  while steps > 0 {
    value /= 1.122_018_454_301_963_4
    steps -= 1
  }
  return value
}
