internal import Holdfast
package import HoldfastReports

/// The report as a page that needs nothing beside it.
extension RaceReport {
  package var document: ReportDocument {
    ReportDocument(
      title: "\(header.shape) on \(header.store)", subtitle: subtitle, headlines: headlines,
      notes: notes,
      sections: judgement + [throughput, latencyOverTime, percentiles, outcomes, contention])
  }

  private var subtitle: String {
    let loop = setting.rate.map { "open loop, \(Int64($0).grouped) calls/s meant" } ?? "closed loop"
    let build = setting.isDebugBuild ? ", debug build" : ""
    return "\(setting.clients) clients in \(setting.processes) "
      + "process\(setting.processes == 1 ? "" : "es"), \(loop), seed \(header.seed), \(setting.cores) cores\(build)"
  }

  private var headlines: [ReportDocument.Headline] {
    let count = verdict.violations.count + verdict.unlisted
    func quantile(_ share: Double) -> String {
      RaceReport.milliseconds(figures.latencies.quantile(share)) + " ms"
    }
    return [
      ReportDocument.Headline(
        "Violations", count.grouped,
        remark: "checked in \(RaceReport.fixed(verdict.seconds, 1)) s"),
      ReportDocument.Headline(
        "Calls", figures.calls.grouped, remark: "in \(RaceReport.fixed(figures.seconds, 1)) s"),
      ReportDocument.Headline("Calls a second", Int64(figures.rate).grouped),
      ReportDocument.Headline(
        "p99", quantile(0.99), remark: "p50 \(quantile(0.5)), p99.9 \(quantile(0.999))"),
      ReportDocument.Headline(
        "Refused", RaceReport.percent(figures.refused, of: figures.calls),
        remark: "\(figures.refused.grouped) calls"),
      ReportDocument.Headline(
        "Unknown", figures.unknown.grouped, remark: "lost answers, killed workers"),
      ReportDocument.Headline("Faults", figures.faults.count.grouped),
    ]
  }

  private var notes: [String] {
    let checked = ["Checked: \(verdict.looked)."]
    guard let overhead = setting.overhead else { return checked }
    return checked + [
      "The harness took \(RaceReport.fixed(overhead.harness, 1)) µs of "
        + "\(RaceReport.fixed(overhead.client, 1)) µs client CPU a call "
        + "(\(RaceReport.fixed(100 * overhead.share, 1)) %), and its history "
        + "\(RaceReport.fixed(figures.bytesPerCall, 1)) bytes a call."
    ]
  }

  private static let mostViolations = 20

  private var judgement: [ReportDocument.Section] {
    guard !verdict.isSound else { return [] }
    var table = ReportTable([
      ReportTable.Column("Invariant", .label),
      ReportTable.Column("What was found", .sentence),
    ])
    let listed = verdict.violations.prefix(RaceReport.mostViolations)
    for violation in listed { table.add([.text(violation.rule), .text(violation.detail)]) }
    let others = verdict.violations.count + verdict.unlisted - listed.count
    let violations = ReportDocument.Section(
      "Violations", table: table,
      notes: others > 0 ? ["The first \(listed.count); there are \(others.grouped) more."] : [])
    guard !verdict.interleaving.isEmpty else { return [violations] }
    let first = ReportDocument.Section(
      "The calls that show the first", listing: verdict.interleaving)
    return [violations, first]
  }

  private var marks: [LineChart.Mark] {
    figures.faults.map { LineChart.Mark(x: $0.at, label: $0.text) }
  }

  private var timeAxis: Axis {
    let end = Double(figures.slots.count) * figures.slotSeconds
    return Axis(
      "seconds since the first call", scale: .linear(from: 0, to: max(1, end)), smallestStep: 1)
  }

  /// Points in the middle of each slot.
  private func line(
    _ name: String, _ tone: Tone, isDashed: Bool = false,
    _ value: (RaceFigures.Slot) -> Double?
  ) -> LineChart.Line {
    LineChart.Line(
      name: name, tone: tone, isDashed: isDashed,
      points: figures.slots.enumerated().map { index, slot in
        LineChart.Point(x: (Double(index) + 0.5) * figures.slotSeconds, y: value(slot))
      })
  }

  private var throughput: ReportDocument.Section {
    let seconds = figures.slotSeconds
    let lines = [
      line("applied", .series(2)) { Double($0.applied) / seconds },
      line("refused", .series(1)) { Double($0.refused) / seconds },
      line("unknown", .series(4)) { Double($0.unknown) / seconds },
    ]
    let values = lines.flatMap(\.points).compactMap(\.y)
    return ReportDocument.Section(
      "Throughput",
      chart: LineChart(
        title: "Answers a second",
        summary: "Between \(Int64(values.min() ?? 0)) and \(Int64(values.max() ?? 0)) a second.",
        lines: lines, along: timeAxis,
        up: Axis("answers a second", scale: .linear(covering: values, ticks: 6)), marks: marks),
      table: faultTable,
      notes: figures.faults.isEmpty ? [] : ["A dashed line is a fault; the table names it."])
  }

  private var faultTable: ReportTable? {
    guard !figures.faults.isEmpty else { return nil }
    var table = ReportTable([
      ReportTable.Column("Seconds"), ReportTable.Column("Fault", .sentence),
    ])
    for fault in figures.faults.prefix(200) {
      table.add([.text(RaceReport.fixed(fault.at, 1)), .text(fault.text)])
    }
    return table
  }

  private var latencyOverTime: ReportDocument.Section {
    func share(_ share: Double) -> (RaceFigures.Slot) -> Double? {
      { $0.calls > 0 ? max(0.001, $0.latencies.quantile(share) / 1e6) : nil }
    }
    let lines = [
      line("p50", .series(0), share(0.5)), line("p90", .series(5), share(0.9)),
      line("p99", .series(3), share(0.99)),
    ]
    return ReportDocument.Section(
      "Latency over time",
      chart: LineChart(
        title: "Latency of the answers of each moment",
        summary: "The median, and what one in ten and one in a hundred exceeded.", lines: lines,
        along: timeAxis,
        up: Axis(
          "latency", scale: .logarithmic(covering: lines.flatMap(\.points).compactMap(\.y)),
          label: Axis.milliseconds), marks: marks))
  }
}
