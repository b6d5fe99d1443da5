import Holdfast
import HoldfastTesting

/// The rules alone, on one core, by processor time.
enum CoreFigures {
  static func measure(historyRows: Int, into report: Report) throws {
    // First, so that the first tenth takes its memory from the system like the last.
    try measureHistory(rows: historyRows, into: report)
    let baseline = ("bare bookkeeping", Report.median { BareBookkeeping.commandsPerSecond() })
    report.add("core.bare", baseline.1, "commands/s")
    for (name, balances) in [("hot", 1), ("uniform", 10_000)] {
      var prepare: [Double] = []
      let decide = try Report.median {
        var workload = try CoreWorkload(balances: balances)
        _ = try workload.run(pairs: 20_000)
        let spent = try workload.run(pairs: 200_000)
        guard workload.verify() else { throw Bench.Mismatch() }
        prepare.append(400_000 / spent.prepare)
        return 400_000 / spent.decide
      }
      report.add("core.decide.\(name)", decide, "commands/s", over: baseline)
      report.add("core.prepare.\(name)", prepare.sorted()[2], "commands/s", over: baseline)
    }
    try measureOpenReservations(into: report)
  }

  /// One balance with 10,000 open reservations against one with none.
  private static func measureOpenReservations(into report: Report) throws {
    let rates = try [0, 10_000].map { open in
      try Report.median {
        var workload = try CoreWorkload(balances: 1)
        try workload.hold(open)
        _ = try workload.run(pairs: 5_000)
        let spent = try workload.run(pairs: 100_000)
        guard workload.verify(heldOpen: open) else { throw Bench.Mismatch() }
        return 200_000 / spent.decide
      }
    }
    report.add(
      "core.open.10000", rates[1], "commands/s", over: ("none open", rates[0]))
  }

  /// The last tenth of a long history against the first.
  private static func measureHistory(rows: Int, into report: Report) throws {
    var workload = try CoreWorkload(balances: 1)
    let tenth = rows / 20
    var rates: [Double] = []
    for _ in 0..<10 {
      let spent = try workload.run(pairs: tenth)
      rates.append(Double(2 * tenth) / spent.decide)
    }
    guard workload.verify() else { throw Bench.Mismatch() }
    report.add(
      "core.history.\(rows)", rates[9], "commands/s", over: ("first tenth", rates[0]))
  }
}
