import Foundation
import HoldfastTesting

/// The PostgreSQL store and the baselines that it is compared with, on a server of this machine.
enum PostgresFigures {
  private static let settings = [
    "server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method",
    "shared_buffers", "max_wal_size", "checkpoint_timeout", "max_connections", "autovacuum",
  ]

  /// Measures on the server that the options name, or else on one that is started for it.
  static func measure(_ options: PostgresOptions, into report: Report) async throws {
    if let server = options.server {
      try await measure(options, server: server, storeServer: nil, into: report)
    } else {
      let started = try ThrowAwayPostgres(settings: [
        "shared_buffers": "2GB", "max_wal_size": "8GB", "max_connections": "200",
      ])
      let pooler =
        options.isPooled
        ? try ThrowAwayPooler(before: started, database: "postgres", connections: 20) : nil
      try await measure(
        options, server: started.connectionString(), storeServer: pooler?.connectionString,
        into: report)
      withExtendedLifetime((started, pooler)) {}
    }
  }

  private static func measure(
    _ options: PostgresOptions, server: String, storeServer: String?, into report: Report
  ) async throws {
    let connection = try BenchConnection(server)
    let meter = try ServerMeter(connection)
    let values = try settings.map { "\($0) \(try connection.value("SHOW \($0)"))" }
    report.begin("\(Report.machine)\n\(values.joined(separator: ", "))")

    let folder = try probeFolder(connection)
    report.add("machine.disk.flush", try DiskProbe.microseconds(in: folder), "µs")
    if let rate = try PgbenchProbe.simpleUpdate(server: server, seconds: Int(options.seconds)) {
      report.add("machine.pgbench.simple-update.\(PgbenchProbe.clients)", rate, "transactions/s")
    }
    let baseline = try BaselineLedger(connection, journalRows: options.journalRows)
    report.add("machine.copy", try CopyProbe.rowsPerSecond(connection), "rows/s")

    let ledger = try await HoldfastLedger(
      connection, server: server, journalRows: options.journalRows)
    let distant =
      options.delayMicroseconds > 0
      ? try DistantServer(connection, delay: .microseconds(options.delayMicroseconds)) : nil
    let cells = Cells(
      options: options, server: distant?.connectionString ?? server,
      storeServer: distant?.connectionString ?? storeServer ?? server, connection: connection,
      meter: meter, folder: folder, report: report)
    report.note(Report.cellHeading)
    for workload in options.workloads {
      let best = try cells.baselines(workload, baseline)
      try await cells.store(workload, ledger, over: best)
    }
    if options.shapes.contains(.fanOut) { try await cells.fanOut(ledger) }
    withExtendedLifetime(distant) {}
    for (table, bytes) in try ledger.sizes() {
      report.add("postgres.size.\(table)", bytes, "bytes")
    }
  }

  /// The server's disk, where we may write there.
  static func probeFolder(_ connection: BenchConnection) throws -> String {
    let data = try connection.value("SHOW data_directory")
    return FileManager.default.isWritableFile(atPath: data)
      ? data : FileManager.default.temporaryDirectory.path
  }
}
