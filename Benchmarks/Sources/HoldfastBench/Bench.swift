import Foundation
import Holdfast
import HoldfastTesting

/// Measures what the README states.
@main
struct Bench {
  static let usage = """
    usage: HoldfastBench core [--json] [--rows N]
           HoldfastBench postgres [--json] [--server CONNINFO] [--seconds N] [--journal N]
             [--clients N,…] [--callers N,…] [--workloads uniform,zipf,hot]
             [--baselines separate,function,guarded] [--shapes single,lists,fan-out]
             [--delay MICROSECONDS] [--pooler true] [--processes N]
           HoldfastBench sustained [--json] [--server CONNINFO] [--seconds N] [--rate N]
             [--workloads NAME] [--journal N]
           HoldfastBench statistics [--json] [--server CONNINFO] [--accounts N] [--pairs N]
             [--account-pairs N]
           HoldfastBench allocations PAIRS

      --json      one JSON object a figure instead of a table
      --rows N    how far history grows for the figure on that (default 2000000; 10000000 takes 10 GB)
      --server    libpq's connection string of a superuser on this machine; the schema baseline and
                  the tables pgbench_… of that database are overwritten. Without it a server is
                  started, with shared_buffers 2 GB and max_wal_size 8 GB
      --seconds N how long each cell is measured (default 10)
      --journal N journal rows that are there before (default 0)
      --clients   connections of the baselines (default 1,8,32,64)
      --callers   callers of the store, each awaiting its own results (default 1,64,1024,8192)
      --delay     put the server so far away, each way, by a proxy on a thread of this process
      --pooler    reach the started server by a PgBouncer in transaction mode, 20 connections
      --processes spread the callers of the store over so many processes (default 1)
      --accounts  of the large tenant (default 100000; 1000000 with 25 pairs take some 20 GB)
      --pairs     reserves, each with its settlement, of each of them (default 25)
      --account-pairs   of the one account that is asked about (default 300)
      --rate      commands that come each second, however long those before take (default 10000)
    """

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isJSON = arguments.contains("--json")
    arguments.removeAll { $0 == "--json" }
    let report = Report(isJSON: isJSON)
    let command = arguments.first
    arguments = Array(arguments.dropFirst())
    switch command {
    case "core":
      guard let rows = historyRows(arguments) else { refuse() }
      report.begin("\(Report.machine); medians of 5 runs; every run's ledger was verified")
      try CoreFigures.measure(historyRows: rows, into: report)
      try await StoreFigures.measure(into: report)
    case "postgres":
      guard let options = PostgresOptions(arguments) else { refuse() }
      try await PostgresFigures.measure(options, into: report)
    case "sustained":
      guard let options = SustainedOptions(arguments) else { refuse() }
      try await SustainedFigures.measure(options, into: report)
    case "statistics":
      guard let options = StatisticsOptions(arguments) else { refuse() }
      try await StatisticsBench.measure(options, into: report)
    case CallerProcess.command:
      guard try await CallerProcess.run(arguments) else { refuse() }
    case "allocations":
      guard let pairs = arguments.first.flatMap({ Int($0) }), arguments.count == 1 else { refuse() }
      var workload = try CoreWorkload(balances: 1)
      _ = try workload.run(pairs: pairs)
      guard workload.verify() else { throw Mismatch() }
    default: refuse()
    }
  }

  private static func historyRows(_ arguments: [String]) -> Int? {
    guard !arguments.isEmpty else { return 2_000_000 }
    guard arguments.count == 2, arguments[0] == "--rows", let rows = Int(arguments[1]) else {
      return nil
    }
    return rows >= 100_000 ? rows : nil
  }

  private static func refuse() -> Never {
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    exit(2)
  }

  /// The ledger does not say what was done to it.
  struct Mismatch: Error {}
}
