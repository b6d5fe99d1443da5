import Foundation
import Holdfast
import HoldfastTesting

/// Measures what the README states: `HoldfastBench core [--json] [--rows N]`.
@main
struct Bench {
  static let usage = """
    usage: HoldfastBench core [--json] [--rows N]
           HoldfastBench allocations PAIRS

      --json      one JSON object a figure instead of a table
      --rows N    how far history grows for the figure on that (default 2000000; 10000000 takes 10 GB)
    """

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isJSON = arguments.contains("--json")
    arguments.removeAll { $0 == "--json" }
    var rows = 2_000_000
    if let index = arguments.firstIndex(of: "--rows"), index + 1 < arguments.count,
      let given = Int(arguments[index + 1]), given >= 100_000
    {
      rows = given
      arguments.removeSubrange(index...index + 1)
    }
    switch arguments.first {
    case "core" where arguments.count == 1:
      var report = Report(isJSON: isJSON)
      try CoreFigures.measure(historyRows: rows, into: &report)
      try await StoreFigures.measure(into: &report)
      report.finish()
    case "allocations" where arguments.count == 2:
      var workload = try CoreWorkload(balances: 1)
      _ = try workload.run(pairs: Int(arguments[1]) ?? 0)
      guard workload.verify() else { throw Mismatch() }
    default:
      FileHandle.standardError.write(Data((usage + "\n").utf8))
      exit(2)
    }
  }

  /// The ledger does not say what was done to it.
  struct Mismatch: Error {}
}
