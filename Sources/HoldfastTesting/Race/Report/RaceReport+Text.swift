internal import Holdfast
package import HoldfastReports

/// The report for a terminal.
extension RaceReport {
  package func lines(_ style: TextStyle) -> [String] {
    head(style) + wordTable(style) + refusals(style) + contention(style) + faults(style)
      + judgement(style)
  }

  private func head(_ style: TextStyle) -> [String] {
    let loop = setting.rate.map { "open loop, \(Int64($0).grouped) calls/s meant" } ?? "closed loop"
    let build = setting.isDebugBuild ? " · debug build" : ""
    let rate = Int64(figures.rate).grouped
    var lines = [
      style.bold("\(header.shape) on \(header.store)"),
      "  \(setting.clients) clients, \(setting.processes) processes, \(loop), seed \(header.seed)"
        + " · \(setting.cores) cores\(build)",
      "",
      "  \(figures.calls.grouped) calls in \(RaceReport.fixed(figures.seconds, 1)) s, "
        + style.bold("\(rate) calls/s"),
      "  \(figures.applied.grouped) applied (\(figures.duplicates.grouped) duplicates) · "
        + "\(figures.refused.grouped) refused · \(figures.unknown.grouped) unknown",
    ]
    if let overhead = setting.overhead {
      lines.append(
        "  the harness took \(RaceReport.fixed(overhead.harness, 1)) µs of "
          + "\(RaceReport.fixed(overhead.client, 1)) µs client CPU a call "
          + "(\(RaceReport.fixed(100 * overhead.share, 1)) %) · history "
          + "\(RaceReport.fixed(figures.bytesPerCall, 1)) bytes a call")
    }
    return lines + [""]
  }

  private func wordTable(_ style: TextStyle) -> [String] {
    var table = TextTable(
      [
        TextTable.Column(title: "latency, ms", alignment: .left),
        TextTable.Column(title: "calls"),
        TextTable.Column(title: "refused"),
      ] + RaceReport.quantiles.map { TextTable.Column(title: $0.name) })
    func cells(_ name: String, _ calls: Int64, _ refused: Int64, _ latencies: LatencyHistogram)
      -> [String]
    {
      [name, calls.grouped, RaceReport.percent(refused, of: calls)]
        + RaceReport.quantiles.map { RaceReport.milliseconds(latencies.quantile($0.share)) }
    }
    for (word, line) in figures.wordLines {
      table.add(cells(word.rawValue, line.calls, line.refused, line.latencies))
    }
    table.footer = cells("all", figures.calls, figures.refused, figures.latencies)
    return table.lines(style) + [""]
  }

  private func refusals(_ style: TextStyle) -> [String] {
    guard !figures.refusals.isEmpty else { return [] }
    var table = TextTable([
      TextTable.Column(title: "refusals", alignment: .left), TextTable.Column(title: "calls"),
    ])
    for (code, count) in figures.refusalLines { table.add([code, count.grouped]) }
    return table.lines(style) + [""]
  }

  private func contention(_ style: TextStyle) -> [String] {
    var table = TextTable([
      TextTable.Column(title: "busiest balances", alignment: .left),
      TextTable.Column(title: "calls"),
      TextTable.Column(title: "share"),
      TextTable.Column(title: "at once"),
      TextTable.Column(title: "mean ms"),
    ])
    for (account, line) in figures.busiest(RaceReport.busiestCount) {
      table.add([
        RaceHeader.accountName(account).string, line.calls.grouped,
        RaceReport.percent(line.calls, of: figures.calls), line.peak.grouped,
        RaceReport.milliseconds(1000 * Double(line.waited) / Double(max(1, line.calls))),
      ])
    }
    return table.lines(style) + [""]
  }

  private func faults(_ style: TextStyle) -> [String] {
    guard !figures.faults.isEmpty else { return [] }
    let shown = figures.faults.prefix(20).map {
      "  \(RaceReport.fixed($0.at, 1)) s  \($0.text)"
    }
    let rest = figures.faults.count - shown.count
    return [style.dim("  faults")] + shown + (rest > 0 ? ["  … and \(rest) more"] : []) + [""]
  }

  private func judgement(_ style: TextStyle) -> [String] {
    let took = "checked \(verdict.looked) in \(RaceReport.fixed(verdict.seconds, 1)) s"
    guard !verdict.isSound else { return [style.good("  0 violations") + " · \(took)"] }
    let count = verdict.violations.count + verdict.unlisted
    var lines = [style.bad("  \(count.grouped) violations") + " · \(took)"]
    lines += verdict.violations.prefix(20).map { "  \($0.rule): \($0.detail)" }
    if count > 20 { lines.append("  … and \((count - 20).grouped) more") }
    if !verdict.interleaving.isEmpty {
      lines += [""] + verdict.interleaving.map { "  \($0)" }
    }
    return lines
  }
}
