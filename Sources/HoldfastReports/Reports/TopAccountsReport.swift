internal import Holdfast

/// Makes the report on the accounts that consumed most.
struct TopAccountsReport {
  let statistics: ConsumptionStatistics
  let rates: [AccountName: BurnRate]
  let subject: ReportSubject

  private struct Line {
    var account: AccountName
    var group: ConsumptionStatistics.Group
    var rate: BurnRate?
  }

  private var names: BucketNames { BucketNames(subject.period) }
  private var format: AmountFormat { subject.format }
  private var total: Int64 { statistics.totals.consumed }

  /// Those that consumed anything, the greatest first; of equals the first in byte order.
  private var lines: [Line] {
    statistics.groups.compactMap { group -> Line? in
      guard case .value(let text) = group.key, group.totals.consumed > 0 else { return nil }
      let account = AccountName(text.string)
      return Line(account: account, group: group, rate: rates[account])
    }.sorted { left, right in
      let (consumed, other) = (left.group.totals.consumed, right.group.totals.consumed)
      return consumed == other ? left.account < right.account : consumed > other
    }
  }

  private func rest(_ lines: [Line]) -> Int64 {
    lines.reduce(total) { $0.subtractingReportingOverflow($1.group.totals.consumed).partialValue }
  }

  var report: LedgerReport {
    let lines = lines
    let chart = chart(lines)
    return LedgerReport(
      document: document(lines, chart), picture: chart, records: records(lines),
      json: json(lines))
  }

  private var title: String { "Top accounts by consumption of \(subject.unitWords)" }

  private func chart(_ lines: [Line]) -> BarChart {
    let first = lines.first.map { line in
      "\(line.account.string.printable) consumed most:"
        + " \(format.full(line.group.totals.consumed)),"
        + " \(Share.text(line.group.totals.consumed, of: total)) of all."
    }
    let summary = "\(lines.count.grouped) bars. " + (first ?? "Nobody consumed anything.")
    return BarChart(title: title, summary: summary, bars: bars(lines), format: format)
  }

  private func document(_ lines: [Line], _ chart: BarChart) -> ReportDocument {
    let read = "Read at \(names.minute(statistics.readAt))"
    let nothing = lines.isEmpty ? ["Nobody consumed anything in this period."] : []
    return ReportDocument(
      title: title, subtitle: subject.subtitle(names),
      headlines: [.init("consumed", format.full(total)), .init("accounts", shownCount(lines))],
      notes: nothing + [
        statistics.isClosed
          ? "\(read); the period is closed."
          : "\(read); the period is not closed, figures can change."
      ],
      sections: lines.isEmpty
        ? []
        : [.init("By account", chart: chart, table: table(lines), notes: notes(lines))])
  }

  private func shownCount(_ lines: [Line]) -> String {
    rest(lines) == 0 ? lines.count.grouped : "the first \(lines.count.grouped)"
  }

  private func bars(_ lines: [Line]) -> [BarChart.Bar] {
    let limit = 20
    let shown = lines.prefix(limit).map { line in
      BarChart.Bar(
        label: line.account.string.printable, values: [line.group.totals.consumed])
    }
    let others = rest(Array(lines.prefix(limit)))
    return others > 0
      ? shown + [.init(label: "all others", isOwnLabel: true, values: [others])] : shown
  }

  /// Who runs dry first, where that is within 30 days.
  private func notes(_ lines: [Line]) -> [String] {
    let soon = lines.filter { ($0.rate?.daysLeft ?? .infinity) < 30 }
    guard let first = soon.min(by: { ($0.rate?.daysLeft ?? 0) < ($1.rate?.daysLeft ?? 0) }),
      let rate = first.rate
    else { return [] }
    let days = rate.days == 1 ? "last day" : "last \(rate.days.grouped) days"
    let who = first.account.string.printable
    return [
      "At the rate of the \(days), \(soon.count.grouped) of these run dry within 30 days,"
        + " \(who) first: \(lasts(rate))."
    ]
  }

  private func lasts(_ rate: BurnRate) -> String {
    guard rate.available > 0 else { return "nothing left" }
    guard let day = rate.exhaustionDay else { return "" }
    return "until \(LocalTime(day, in: names.zone).dateText)"
  }

  private func table(_ lines: [Line]) -> ReportTable {
    let hasTrend = statistics.buckets.count > 1
    var table = ReportTable(
      [
        .init("account", .label), .init("consumed"), .init("share", importance: 1),
        .init("granted", importance: 5), .init("entries", importance: 4),
        .init("available", importance: 2), .init("lasts", .words, importance: 2),
      ] + (hasTrend ? [.init("over time", .words, importance: 3)] : []))
    for line in lines {
      let figures = line.group.totals
      let trend = Sparkline(line.group.buckets.map(\.figures.consumed))
      table.add(
        [
          .text(line.account.string.printable), .text(format.grouped(figures.consumed)),
          .text(Share.text(figures.consumed, of: total)),
          .text(format.grouped(figures.granted)), .text(figures.entryCount.grouped),
          .text(line.rate.map { format.grouped($0.available.value) } ?? ""),
          .text(line.rate.map(lasts) ?? ""),
        ] + (hasTrend ? [.trend(trend)] : []))
    }
    let others = rest(lines)
    let blank = ReportTable.Cell.text("")
    if others != 0 {
      table.add(
        [
          .own("all others"), .text(format.grouped(others)), .text(Share.text(others, of: total)),
        ] + Array(repeating: blank, count: hasTrend ? 5 : 4))
    }
    let whole = Sparkline(statistics.buckets.map(\.figures.consumed))
    table.totals =
      [
        .text("total"), .text(format.grouped(total)), .text(Share.text(total, of: total)),
        .text(format.grouped(statistics.totals.granted)),
        .text(statistics.totals.entryCount.grouped), blank, blank,
      ] + (hasTrend ? [.trend(whole)] : [])
    return table
  }

  private func records(_ lines: [Line]) -> Records {
    var records = Records(columns: [
      "rank", "account", "unit", "consumed", "granted", "spent", "entryCount", "available",
      "consumedOverDays", "days", "exhaustedAt",
    ])
    let unit: Records.Field = subject.unit.map { .text($0.string) } ?? .none
    for (index, line) in lines.enumerated() {
      let figures = line.group.totals
      let rate = line.rate
      records.add([
        .plain("\(index + 1)"), .text(line.account.string), unit,
        .plain(format.plain(figures.consumed)), .plain(format.plain(figures.granted)),
        .plain(format.plain(figures.spent)), .plain("\(figures.entryCount)"),
        rate.map { .plain(format.plain($0.available.value)) } ?? .none,
        rate.map { .plain(format.plain($0.consumed)) } ?? .none,
        rate.map { .plain("\($0.days)") } ?? .none,
        rate?.exhaustedAt.map { .plain(names.rfc3339($0)) } ?? .none,
      ])
    }
    return records
  }

  private func json(_ lines: [Line]) -> JSONValue {
    let accounts = lines.map { line -> JSONValue in
      let figures = line.group.totals
      var rate = JSONValue.null
      if let burn = line.rate {
        rate = [
          "available": .integer(burn.available.value), "consumed": .integer(burn.consumed),
          "days": .integer(Int64(burn.days)),
          "exhaustedAt": burn.exhaustedAt.map { .string(names.rfc3339($0)) } ?? .null,
        ]
      }
      return [
        "account": .string(line.account.string), "consumed": .integer(figures.consumed),
        "granted": .integer(figures.granted), "spent": .integer(figures.spent),
        "entryCount": .integer(figures.entryCount), "burnRate": rate,
      ]
    }
    return [
      "report": "top", "version": 1, "tenant": .string(subject.tenant.string),
      "unit": subject.json, "period": subject.periodJSON(names),
      "readAt": .string(names.rfc3339(statistics.readAt)), "isClosed": .bool(statistics.isClosed),
      "total": .integer(total), "rest": .integer(rest(lines)), "accounts": .array(accounts),
    ]
  }
}
