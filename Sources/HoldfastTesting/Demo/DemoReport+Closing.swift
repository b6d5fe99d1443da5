internal import Holdfast
internal import HoldfastReports

/// The last sections of the report for people.
extension DemoReport {
  func atTheLimit(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "blocked", alignment: .left, maximumWidth: 24),
      .init(title: "plan", alignment: .left), .init(title: "item", alignment: .left),
      .init(title: "limit"), .init(title: "refused"),
      .init(title: "first at", alignment: .left), .init(title: "free again, UTC", alignment: .left),
    ])
    for line in blockedLines.prefix(DemoReport.rowLimit) {
      let limit = line.block.limit
      table.add([
        line.key.account.string, plan.plan(of: line.key.account)?.rawValue ?? "",
        line.key.item.string, limit.maximum?.grouped ?? "",
        line.block.count.grouped, line.block.firstAt.clock,
        limit.resetsAt.map { "\($0.day) \($0.clock)" } ?? "never",
      ])
    }
    let hidden = blockedLines.count - DemoReport.rowLimit
    var lines = table.lines(style)
    if hidden > 0 { lines.append("  and \(hidden.grouped) more") }
    guard !figures.overages.isEmpty else { return lines }
    return lines + [""] + overages(style)
  }

  private func overages(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "paid for images above the limit", alignment: .left),
      .init(title: "charges"), .init(title: "credits"),
    ])
    for line in figures.overages.prefix(DemoReport.rowLimit) {
      table.add([line.account.string, line.charges.grouped, line.amount.grouped])
    }
    let others = figures.overages.dropFirst(DemoReport.rowLimit)
    if !others.isEmpty {
      table.add(["\(others.count.grouped) others"] + DemoReport.sums(of: others))
    }
    table.footer = ["earned"] + DemoReport.sums(of: figures.overages[...])
    return table.lines(style)
  }

  private static func sums(of overages: ArraySlice<DemoFigures.Overage>) -> [String] {
    [
      overages.reduce(0) { $0 + $1.charges }.grouped,
      overages.reduce(Amount.zero) { $0 + $1.amount }.grouped,
    ]
  }

  var throughput: [String] {
    let build = machine.isDebugBuild ? "debug build" : "optimised build"
    let hundredths = Int64(seconds * 100)
    let wall = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    return [
      "  \(tally.total.calls.grouped) calls in \(wall) s: \(rate.grouped) a second, "
        + "\(machine.cores) core\(machine.cores == 1 ? "" : "s"), \(build)",
      "  \(tally.taskCount.grouped) tasks, up to \(tally.mostTasksInATick.grouped) at once; "
        + "the sweeper wrote \(tally.sweptReservations.grouped) lapsed holds and "
        + "\(tally.sweptLots.grouped) lots",
    ]
  }

  func check(_ style: TextStyle) -> [String] {
    let audit = figures.audit
    var scope = [
      "  \(audit.changes.grouped) changes added up anew and compared with "
        + "\(audit.balances.grouped) balances (I1, I3, I6)"
    ]
    if audit.checkedRows > 0 {
      scope.append(
        "  \(audit.checkedRows.grouped) journal rows recomputed by the checker (I1–I10, I12, I13)")
    }
    let violations = audit.violations.count
    let count = "\(violations.grouped) violation\(violations == 1 ? "" : "s")"
    guard !audit.violations.isEmpty else { return scope + ["  \(style.good(count))"] }
    let shown = audit.violations.prefix(20).map { "  \($0.prefix(96))" }
    return scope + ["  \(style.bad(count))"] + shown
  }
}
