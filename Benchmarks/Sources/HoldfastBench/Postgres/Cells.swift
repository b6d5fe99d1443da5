import Foundation
import HoldfastTesting

/// The cells of the table: each is measured after a checkpoint and a probe of the disk, and its ledger
/// is verified.
struct Cells {
  let options: PostgresOptions
  /// The way to the server, near or far.
  let server: String
  /// The way to it for the store, by a pooler where one is asked for.
  let storeServer: String
  let connection: BenchConnection
  let meter: ServerMeter
  let folder: String
  let report: Report

  /// Measures the baselines; answers the function's best rate, for the store to be compared with.
  func baselines(
    _ workload: Popularity, _ ledger: BaselineLedger
  ) throws -> (String, Double)? {
    var best: (String, Double)?
    for clients in options.clients {
      // The function is measured first, for the others to be compared with.
      var function: (String, Double)?
      for kind in options.kinds.sorted(by: { $0 == .function && $1 != .function }) {
        let loop = ClosedLoop(
          server: server, kind: kind, popularity: workload, clients: clients,
          seconds: options.seconds, delayMicroseconds: options.delayMicroseconds)
        let flush = try prepare()
        var figures = try measure(loop, ledger)
        figures.flushMicroseconds = flush
        report.add(figures, over: function)
        guard kind == .function else { continue }
        function = ("function", figures.perSecond)
        // On one hot balance more connections only wait for each other: 32 is what is compared.
        let isCompared = workload == .hot ? clients == 32 : figures.perSecond > best?.1 ?? 0
        if isCompared || best == nil { best = ("function.\(clients)", figures.perSecond) }
      }
    }
    return best
  }

  private func measure(_ loop: ClosedLoop, _ ledger: BaselineLedger) throws -> CellFigures {
    let before = try ledger.settled()
    let (figures, pairs) = try loop.run(meter)
    let client = try loop.kind.client(BenchConnection(loop.server))
    try ledger.verifyRules(client, key: UUID().uuidString)
    try ledger.verify(settledBefore: before, pairs: pairs + 1)
    return figures
  }

  /// Measures the store with every number of callers, and with one caller that sends lists.
  func store(
    _ workload: Popularity, _ ledger: HoldfastLedger, over baseline: (String, Double)?
  ) async throws {
    if options.shapes.contains(.single) {
      for clients in options.callers where clients >= options.processes {
        try await measure(.single, workload, clients, ledger, over: baseline)
      }
    }
    if options.shapes.contains(.lists), options.processes == 1 {
      try await measure(.lists, workload, 2, ledger, over: baseline)
    }
  }

  /// Groups of three that all meet in one organisation.
  func fanOut(_ ledger: HoldfastLedger) async throws {
    for clients in options.callers where clients > options.processes {
      try await measure(.fanOut, .uniform, clients, ledger, over: nil)
    }
  }

  private func measure(
    _ shape: HoldfastShape, _ workload: Popularity, _ clients: Int, _ ledger: HoldfastLedger,
    over baseline: (String, Double)?
  ) async throws {
    let loop = HoldfastLoop(
      server: storeServer, shape: shape, popularity: workload, clients: clients,
      seconds: options.seconds, delayMicroseconds: options.delayMicroseconds,
      isPooled: options.isPooled, processes: options.processes)
    let flush = try prepare()
    let before = try ledger.effects()
    var (figures, commands) = try await loop.run(meter)
    figures.flushMicroseconds = flush
    try ledger.verify(effectsBefore: before, commands: commands)
    report.add(figures, over: baseline)
  }

  /// Answers how long a flush takes just now, in microseconds.
  private func prepare() throws -> Double {
    try connection.execute("CHECKPOINT")
    return try DiskProbe.microseconds(in: folder)
  }
}
