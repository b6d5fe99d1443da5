internal import Holdfast
package import HoldfastReports

/// The report for people. No line is wider than 100 columns.
extension DemoReport {
  package func lines(_ style: TextStyle) -> [String] {
    var lines = [style.bold("Holdfast demo: a day of an image-and-chat product"), ""]
    lines += whatRan
    for section in sections(style) {
      lines += ["", style.bold(section.title)] + section.lines
    }
    return lines + [""]
  }

  typealias Section = (title: String, lines: [String])

  private func sections(_ style: TextStyle) -> [Section] {
    var sections: [Section] = [
      ("Calls", calls(style)),
      ("Refusals", refusals(style)),
      ("Credits", credits(style)),
      ("Reservations", reservations(style)),
      ("Busiest balances, at the end of the day", busiest(style)),
    ]
    if let ledger = figures.ledger {
      let owner = "\(ledger.account)\(ledger.plan.map { ", \($0.rawValue)" } ?? "")"
      let title = "Ledger of \(owner): the last \(ledger.entries.count) entries, newest first"
      sections.append((title, entries(ledger, style)))
    }
    sections.append(("At the limit", atTheLimit(style)))
    sections.append(("Throughput", throughput))
    sections.append(("Check", check(style)))
    return sections
  }

  private var whatRan: [String] {
    let users =
      "\(plan.userCount.grouped) users: \(accounts(.free).grouped) on the free plan, "
      + "\(accounts(.pro).grouped) on pro"
    let planned =
      "\(plan.jobs.count.grouped) jobs with \(plan.callCount.grouped) calls, "
      + "planned from seed \(plan.seed)"
    return [
      "  tenant  \(plan.tenant), on the \(machine.store) store",
      "  day     \(DemoDay.start.day) UTC in \(DemoDay.tickCount) ticks of 5 minutes, "
        + "by a simulated clock",
      "  cast    \(users), \(accounts(.team)) team pool\(accounts(.team) == 1 ? "" : "s"), "
        + "1 enterprise",
      "  work    \(planned)",
    ]
  }

  private func calls(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "command", alignment: .left), .init(title: "calls"), .init(title: "applied"),
      .init(title: "duplicate"), .init(title: "no effect"), .init(title: "refused"),
    ])
    for line in commandLines { table.add(line.counts.cells(line.name.word)) }
    table.footer = tally.total.cells("total")
    return table.lines(style)
  }

  private func refusals(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "code", alignment: .left), .init(title: "calls"),
      .init(title: "of which", alignment: .left, maximumWidth: 57),
    ])
    for line in refusalLines {
      var commands = line.commands.prefix(3).map { "\($0.0.word) \($0.1.grouped)" }
      let others = line.commands.dropFirst(3).reduce(0) { $0 + $1.1 }
      if others > 0 { commands.append("others \(others.grouped)") }
      table.add([line.code.rawValue, line.count.grouped, commands.joined(separator: ", ")])
    }
    table.footer = ["total", tally.total.refused.grouped, ""]
    return table.lines(style)
  }

  private func credits(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "by the ledgers", alignment: .left), .init(title: "", alignment: .left),
      .init(title: "entries"), .init(title: "credits"),
    ])
    var heading = ""
    for line in flowLines {
      let words = line.flow.words
      let isRepeated = words.heading == heading
      heading = words.heading
      table.add([
        isRepeated ? "" : words.heading, words.what, line.total.entries.grouped,
        line.total.amount.signed,
      ])
    }
    let entries = figures.flows.values.reduce(0) { $0 + $1.entries }
    table.footer = ["left", "", entries.grouped, figures.sum.grouped]
    let verdict =
      figures.addsUp
      ? style.good("The balances say \(figures.posted.grouped): it adds up.")
      : style.bad("The balances say \(figures.posted.grouped): it does not add up.")
    let rest =
      "Of that \(figures.held.grouped) held, and \(figures.scheduled.grouped) scheduled on top."
    return table.lines(style) + ["  \(verdict) \(rest)"]
  }

  private func reservations(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "outcome", alignment: .left), .init(title: "count"), .init(title: "held"),
      .init(title: "charged"), .init(title: "of held"), .init(title: "shortfall"),
    ])
    var sum = DemoFigures.ReservationTotal()
    for outcome in DemoFigures.ReservationOutcome.allCases {
      let total = figures.reservations[outcome] ?? DemoFigures.ReservationTotal()
      table.add(total.cells(outcome.words))
      sum.count += total.count
      sum.held += total.held
      sum.charged += total.charged
      sum.shortfall += total.shortfall
    }
    table.footer = sum.cells("all")
    return table.lines(style)
  }

  private func busiest(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "account", alignment: .left, maximumWidth: 20),
      .init(title: "plan", alignment: .left), .init(title: "calls"), .init(title: "posted"),
      .init(title: "held"), .init(title: "debt"), .init(title: "overdraft"),
      .init(title: "available"), .init(title: "lowest"),
    ])
    for line in figures.balances.prefix(DemoReport.rowLimit) {
      table.add([
        line.account.string, line.plan?.rawValue ?? "", line.calls.grouped,
        line.balance.posted.grouped, line.balance.held.grouped, line.balance.debt.grouped,
        line.balance.overdraftLimit.grouped, line.balance.available.grouped,
        line.lowest.grouped,
      ])
    }
    return table.lines(style)
  }

  private func entries(_ ledger: DemoFigures.Ledger, _ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "UTC", alignment: .left), .init(title: "kind", alignment: .left),
      .init(title: "delta"), .init(title: "balance"),
      .init(title: "description", alignment: .left, maximumWidth: 46),
    ])
    for entry in ledger.entries {
      let mark = entry.late ? ", late" : entry.lapsed ? ", lapsed" : ""
      table.add([
        entry.createdAt.clock, "\(entry.kind)\(mark)", entry.delta.signed,
        entry.balanceAfter.grouped, entry.description?.string ?? "",
      ])
    }
    return table.lines(style)
  }
}

extension DemoTally.Counts {
  fileprivate func cells(_ name: String) -> [String] {
    [
      name, calls.grouped, applied.grouped, duplicates.grouped, withoutEffect.grouped,
      refused.grouped,
    ]
  }
}

extension DemoFigures.ReservationTotal {
  fileprivate func cells(_ name: String) -> [String] {
    [
      name, count.grouped, held.grouped, charged.grouped,
      held > 0 ? "\(Int(charged.value * 100 / held.value)) %" : "", shortfall.grouped,
    ]
  }
}
