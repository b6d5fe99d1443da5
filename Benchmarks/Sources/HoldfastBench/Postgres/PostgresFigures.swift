import Foundation
import HoldfastTesting

/// The baselines that the PostgreSQL store is compared with, on a server of this machine.
enum PostgresFigures {
  private static let settings = [
    "server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method",
    "shared_buffers", "max_wal_size", "checkpoint_timeout", "max_connections", "autovacuum",
  ]

  /// Measures on the server that the options name, or else on one that is started for it.
  static func measure(_ options: PostgresOptions, into report: Report) throws {
    if let server = options.server {
      try measure(options, server: server, into: report)
    } else {
      let started = try ThrowAwayPostgres(settings: [
        "shared_buffers": "2GB", "max_wal_size": "8GB", "max_connections": "200",
      ])
      try withExtendedLifetime(started) {
        try measure(options, server: started.connectionString(), into: report)
      }
    }
  }

  private static func measure(
    _ options: PostgresOptions, server: String, into report: Report
  ) throws {
    let connection = try BenchConnection(server)
    let meter = try ServerMeter(connection)
    let values = try settings.map { "\($0) \(try connection.value("SHOW \($0)"))" }
    report.begin("\(Report.machine)\n\(values.joined(separator: ", "))")

    let folder = try probeFolder(connection)
    report.add("machine.disk.flush", try DiskProbe.microseconds(in: folder), "µs")
    if let rate = try PgbenchProbe.simpleUpdate(server: server, seconds: Int(options.seconds)) {
      report.add("machine.pgbench.simple-update.\(PgbenchProbe.clients)", rate, "transactions/s")
    }
    let ledger = try BaselineLedger(connection, journalRows: options.journalRows)
    report.add("machine.copy", try CopyProbe.rowsPerSecond(connection), "rows/s")

    report.note(Report.cellHeading)
    for workload in options.workloads {
      for clients in options.clients {
        // The function first: the others are compared with it.
        var function: (String, Double)?
        for kind in options.kinds.sorted(by: { $0 == .function && $1 != .function }) {
          try connection.execute("CHECKPOINT")
          report.note(
            "flush \(Report.grouped(try DiskProbe.microseconds(in: folder))) µs", isAside: true)
          let loop = ClosedLoop(
            server: server, kind: kind, popularity: workload, clients: clients,
            seconds: options.seconds)
          let figures = try measure(loop, ledger, connection, meter)
          report.add(figures, over: function)
          if kind == .function { function = ("function", figures.perSecond) }
        }
      }
    }
  }

  private static func measure(
    _ loop: ClosedLoop, _ ledger: BaselineLedger, _ connection: BenchConnection,
    _ meter: ServerMeter
  ) throws -> CellFigures {
    let before = try ledger.settled()
    let (figures, pairs) = try loop.run(meter)
    let client = try loop.kind.client(BenchConnection(loop.server))
    try ledger.verifyRules(client, key: UUID().uuidString)
    try ledger.verify(settledBefore: before, pairs: pairs + 1)
    return figures
  }

  /// The server's disk, where we may write there.
  private static func probeFolder(_ connection: BenchConnection) throws -> String {
    let data = try connection.value("SHOW data_directory")
    return FileManager.default.isWritableFile(atPath: data)
      ? data : FileManager.default.temporaryDirectory.path
  }
}
