internal import Holdfast

/// The tables, and what groups are called.
extension StatisticsReport {
  /// What a group is, in a word: `item`, `description`, `model` of `metadata.model`.
  var groupWord: String {
    let grouping = subject.grouping ?? ""
    let prefix = "metadata."
    return (grouping.hasPrefix(prefix) ? String(grouping.dropFirst(prefix.count)) : grouping)
      .printable
  }

  func label(_ key: StatisticsKey) -> (words: String, cell: ReportTable.Cell) {
    switch key {
    case .value(let text) where text.string.isEmpty: ("(empty)", .own("empty"))
    case .value(let text): (text.string.printable, .text(text.string.printable))
    case .none: ("(no \(groupWord))", .own("no \(groupWord)"))
    case .rest: ("all others", .own("all others"))
    }
  }

  /// A row for each bucket with all figures.
  var bucketTable: ReportTable {
    let shown = shown
    var table = ReportTable(
      [.init(subject.period.granularity.rawValue, .words)] + columns(shown))
    for bucket in statistics.buckets {
      table.add(
        [.text(names.full(bucket.start, bucket.end))] + cells(bucket.figures, shown))
    }
    table.totals = [.text("total")] + cells(statistics.totals, shown)
    return table
  }

  /// A row for each bucket with what the chart shows of the groups.
  func crossTable(_ series: [ColumnChart.Series]) -> ReportTable {
    let format = format(main)
    var table = ReportTable(
      [.init(subject.period.granularity.rawValue, .words)]
        + series.enumerated().map { .init($0.element.name, importance: 2 + $0.offset) }
        + [.init(main.title)])
    for (index, bucket) in statistics.buckets.enumerated() {
      table.add(
        [.text(names.full(bucket.start, bucket.end))]
          + series.map { .text(format.grouped($0.values[index])) }
          + [.text(format.grouped(main.value(bucket.figures)))])
    }
    let sums = series.map { series in
      series.values.reduce(0 as Int64) { $0.addingReportingOverflow($1).partialValue }
    }
    table.totals =
      [.text("total")] + sums.map { .text(format.grouped($0)) }
      + [.text(format.grouped(main.value(statistics.totals)))]
    return table
  }

  /// The groups beside each other, the greatest first.
  var byGroup: ReportDocument.Section {
    let groups = ranked
    let all = words.bars.names.map(words.measure)
    let some = all.filter { $0.value(statistics.totals) != 0 }
    // Compared bars are all there; of what is stacked, what is nothing has no part.
    let series = words.bars.layout == .side || some.isEmpty ? all : some
    let chart = BarChart(
      title: "\(words.title) by \(groupWord)", summary: groupSummary(groups),
      series: series.enumerated().map { .init(name: $0.element.title, tone: tone($0.offset)) },
      bars: groups.prefix(Self.mostBars).map { group in
        let own: Bool = if case .own = label(group.key).cell { true } else { false }
        return .init(
          label: label(group.key).words, isOwnLabel: own,
          values: series.map { $0.value(group.totals) })
      }, format: format(main), layout: words.bars.layout)
    return ReportDocument.Section(
      "By \(groupWord)", chart: groups.isEmpty ? nil : chart, table: groupTable(groups),
      notes: words.groupNotes
        + (groups.count > Self.mostBars
          ? ["The picture shows the first \(Self.mostBars) of \(groups.count.grouped)."] : []))
  }

  /// Bars that are compared have the total in grey.
  private func tone(_ index: Int) -> Tone {
    guard words.bars.layout == .side else { return .series(index) }
    return index == 0 ? .rest : .series(index - 1)
  }

  private func groupSummary(_ groups: [Group]) -> String {
    guard let first = groups.first, main.value(first.totals) > 0 else {
      return "There is nothing to compare."
    }
    let share = Share.text(main.value(first.totals), of: main.value(statistics.totals))
    return "\(groups.count.grouped) bars. Most: \(label(first.key).words) with"
      + " \(format(main).full(main.value(first.totals))), \(share) of \(main.title)."
  }

  private func groupTable(_ groups: [Group]) -> ReportTable {
    let shown = shown
    let hasTrend = statistics.buckets.count > 1
    var table = ReportTable(
      [.init(groupWord, .label)] + columns(shown)
        + (words.shareImportance.map { [.init("share", importance: $0)] } ?? [])
        + (hasTrend ? [.init("over time", .words, importance: 3)] : []))
    for group in groups {
      let trend = Sparkline(group.buckets.map { main.value($0.figures) })
      table.add(
        [label(group.key).cell] + cells(group.totals, shown) + share(group.totals)
          + (hasTrend ? [.trend(trend)] : []))
    }
    let trend = Sparkline(statistics.buckets.map { main.value($0.figures) })
    table.totals =
      [.text("total")] + cells(statistics.totals, shown) + share(statistics.totals)
      + (hasTrend ? [.trend(trend)] : [])
    return table
  }

  private func share(_ figures: Figures) -> [ReportTable.Cell] {
    guard words.shareImportance != nil else { return [] }
    return [.text(Share.text(main.value(figures), of: main.value(statistics.totals)))]
  }

  private func columns(_ shown: [Measure<Figures>]) -> [ReportTable.Column] {
    arranged(shown) {
      .init($0.title, importance: $0.importance)
    } derived: {
      .init($0.title, importance: $0.importance)
    }
  }

  private func cells(
    _ figures: Figures, _ shown: [Measure<Figures>]
  ) -> [ReportTable.Cell] {
    arranged(shown) {
      .text(format($0).grouped($0.value(figures)))
    } derived: {
      .text($0.text(figures))
    }
  }

  /// Measures in their order, each with what is derived behind it, then the other derived figures.
  private func arranged<Element>(
    _ shown: [Measure<Figures>], _ measure: (Measure<Figures>) -> Element,
    derived: (Derived<Figures>) -> Element
  ) -> [Element] {
    shown.flatMap { one in
      [measure(one)] + words.derived.filter { $0.after == one.name }.map(derived)
    } + words.derived.filter { $0.after == nil }.map(derived)
  }
}
