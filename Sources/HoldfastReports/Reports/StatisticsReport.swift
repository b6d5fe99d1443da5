internal import Holdfast

/// Makes a report of statistics: what is the same for all kinds of figures.
struct StatisticsReport<Figures: StatisticsFigures>: Sendable {
  let words: FigureWords<Figures>
  let subject: ReportSubject
  let statistics: Statistics<Figures>
  let names: BucketNames

  init(
    _ words: FigureWords<Figures>, _ subject: ReportSubject, _ statistics: Statistics<Figures>
  ) {
    self.words = words
    self.subject = subject
    self.statistics = statistics
    names = BucketNames(subject.period)
  }

  var report: LedgerReport {
    LedgerReport(document: document, picture: picture, records: records, json: json)
  }

  typealias Group = Statistics<Figures>.Group
  typealias Bucket = Statistics<Figures>.Bucket

  var main: Measure<Figures> { words.measure(words.main) }

  /// At most so many series or bars; the others become one.
  static var mostSeries: Int { 7 }
  static var mostBars: Int { 20 }

  /// The greatest groups first; without a key and the rest stand last.
  var ranked: [Group] {
    statistics.groups.sorted { left, right in
      let (first, second) = (left.key.rank, right.key.rank)
      guard first == second else { return first < second }
      let (weight, other) = (main.value(left.totals), main.value(right.totals))
      return weight == other ? left.key < right.key : weight > other
    }
  }

  func format(_ measure: Measure<Figures>) -> AmountFormat {
    measure.kind == .amount ? subject.format : .count
  }

  /// The measures worth a column: those of which there is anything, and those that always are.
  var shown: [Measure<Figures>] {
    words.measures.filter { measure in
      !measure.isForPrograms
        && (!measure.isOptional
          || statistics.buckets.contains { measure.value($0.figures) != 0 })
    }
  }

  // MARK: Document

  private var document: ReportDocument {
    // A single bucket of several groups is what the groups say, too.
    var sections = isGrouped && statistics.buckets.count == 1 ? [] : [overTime]
    if subject.grouping != nil { sections.append(byGroup) }
    let nothing = ["Nothing was counted in this period."]
    return ReportDocument(
      title: words.title, subtitle: subject.subtitle(names), headlines: words.headlines,
      notes: (isEmpty ? nothing : words.notes) + [closing],
      sections: isEmpty ? [] : sections)
  }

  private var isEmpty: Bool {
    statistics.buckets.allSatisfy { $0.figures == Figures() }
  }

  /// The chart over time, also where nothing is in it.
  var picture: any Chart { overTimeChart }

  private var closing: String {
    let read = "Read at \(names.minute(statistics.readAt))"
    return statistics.isClosed
      ? "\(read); the period is closed." : "\(read); the period is not closed, figures can change."
  }

  private var isGrouped: Bool { subject.grouping != nil && statistics.groups.count > 1 }

  private var overTime: ReportDocument.Section {
    let chart = overTimeChart
    return ReportDocument.Section(
      "By \(subject.period.granularity.rawValue)", chart: chart,
      table: isGrouped ? crossTable(chart.series) : bucketTable)
  }

  private var overTimeChart: ColumnChart {
    let series = isGrouped ? groupSeries : stackSeries
    let by = isGrouped ? " by \(groupWord)" : ""
    let measure = isGrouped ? main : words.measure(words.stack.first ?? words.main)
    return ColumnChart(
      title: "\(words.title)\(by)", summary: summary(series.map(\.name)),
      columns: statistics.buckets.enumerated().map { bucket in
        .init(
          label: names.short(bucket.element.start, isFirst: bucket.offset == 0),
          name: names.full(bucket.element.start, bucket.element.end))
      }, series: series, format: format(measure), axis: axisTitle(measure))
  }

  private func axisTitle(_ measure: Measure<Figures>) -> String {
    guard measure.kind == .amount else { return measure.title }
    let symbol = subject.format.symbol.map { " (\($0))" } ?? ""
    return subject.unitWords + symbol
  }

  /// For who cannot see the chart: its kind, its parts, and the highest of its columns.
  private func summary(_ parts: [String]) -> String {
    let kinds = parts.count > 1 ? ", stacked: \(parts.joined(separator: ", "))" : ""
    let head = "\(statistics.buckets.count.grouped) columns\(kinds)."
    let highest = statistics.buckets.max {
      main.value($0.figures) < main.value($1.figures)
    }
    guard let highest, main.value(highest.figures) > 0 else {
      return head + " There is nothing in them."
    }
    return head + " Most \(main.title) in \(names.full(highest.start, highest.end)):"
      + " \(format(main).full(main.value(highest.figures)))."
  }

  private var stackSeries: [ColumnChart.Series] {
    let all = words.stack.map(words.measure).enumerated().map { measure in
      ColumnChart.Series(
        name: measure.element.title, tone: .series(measure.offset),
        values: statistics.buckets.map { measure.element.value($0.figures) })
    }
    let some = all.filter { series in series.values.contains { $0 != 0 } }
    return some.isEmpty ? Array(all.prefix(1)) : some
  }

  private var groupSeries: [ColumnChart.Series] {
    let ranked = ranked.filter { $0.key != .rest }
    let named = ranked.prefix(Self.mostSeries)
    var series = named.enumerated().map { group in
      ColumnChart.Series(
        name: label(group.element.key).words, tone: .series(group.offset),
        values: group.element.buckets.map { main.value($0.figures) })
    }
    let others = ranked.dropFirst(Self.mostSeries) + statistics.groups.filter { $0.key == .rest }
    guard !others.isEmpty else { return series }
    series.append(
      .init(
        name: "all others", tone: .rest,
        values: statistics.buckets.indices.map { index in
          others.reduce(0) { sum, group in
            sum.addingReportingOverflow(main.value(group.buckets[index].figures)).partialValue
          }
        }))
    return series
  }
}

extension StatisticsKey {
  /// Values, then none, then the rest.
  var rank: Int {
    switch self {
    case .value: 0
    case .none: 1
    case .rest: 2
    }
  }
}
