import Foundation
import HoldfastPostgres
import HoldfastTesting

/// The store for many minutes at a fixed rate, through checkpoints and autovacuum: whether it stays
/// as fast as it begins, and what grows.
enum SustainedFigures {
  static func measure(_ options: SustainedOptions, into report: Report) async throws {
    if let server = options.server {
      try await measure(options, server: server, into: report)
    } else {
      // A checkpoint a minute, so that a short run has several.
      let started = try ThrowAwayPostgres(settings: [
        "shared_buffers": "2GB", "max_wal_size": "8GB", "checkpoint_timeout": "60s",
        "autovacuum_naptime": "15s",
      ])
      try await measure(options, server: started.connectionString(), into: report)
      withExtendedLifetime(started) {}
    }
  }

  private static func measure(
    _ options: SustainedOptions, server: String, into report: Report
  ) async throws {
    let connection = try BenchConnection(server)
    let meter = try ServerMeter(connection)
    let ledger = try await HoldfastLedger(
      connection, server: server, journalRows: options.journalRows)
    report.begin(
      "\(Report.machine)\nopen loop, \(Report.grouped(2 * options.pairsPerSecond)) commands/s for "
        + "\(Report.grouped(options.seconds)) s, \(options.popularity.rawValue), "
        + "\(Report.grouped(Double(options.journalRows))) rows before")
    let store = try await PostgresStore(PostgresConfiguration(server))
    let loop = OpenLoop(
      store: store, popularity: options.popularity, pairsPerSecond: options.pairsPerSecond,
      seconds: options.seconds)
    let sizes = try ledger.sizes()
    let effects = try ledger.effects()
    let activity = try ServerActivity(connection)
    let before = try meter.reading()
    let memory = MemorySamples()
    let begin = ServerMeter.now
    let parts = try await loop.run { part in memory.note(part) }
    let spent = ServerMeter.now - begin
    let after = try meter.reading()
    memory.note(parts.count)
    await store.close()
    let commands = parts.reduce(0) { $0 + $1.commands }
    try ledger.verify(effectsBefore: effects, commands: commands)

    report.note(
      "tenth                                       commands    p50 ms    p99 ms  p99.9 ms   memory MB"
    )
    for (index, part) in parts.enumerated() {
      report.add(part, name: "sustained.tenth.\(index + 1)", megabytes: memory.megabytes(index + 1))
    }
    let each = 1 / Double(max(1, commands))
    report.add("sustained.rate", Double(commands) / spent, "commands/s")
    report.add(
      "sustained.server", (after.serverSeconds - before.serverSeconds) * 1e6 * each, "µs/command")
    report.add(
      "sustained.client", (after.clientSeconds - before.clientSeconds) * 1e6 * each, "µs/command")
    report.add("sustained.wal", (after.walBytes - before.walBytes) * each, "bytes/command")
    let ended = try ServerActivity(connection)
    report.add("sustained.checkpoints", ended.checkpoints - activity.checkpoints, "checkpoints")
    report.add("sustained.autovacuums", ended.autovacuums - activity.autovacuums, "vacuums")
    for (first, last) in zip(sizes, try ledger.sizes()) {
      report.add("sustained.size.before.\(first.table)", first.bytes, "bytes")
      report.add("sustained.size.after.\(last.table)", last.bytes, "bytes")
    }
  }
}

/// What the server did by itself so far.
struct ServerActivity {
  let checkpoints: Double
  let autovacuums: Double

  init(_ connection: BenchConnection) throws {
    checkpoints =
      Double(
        try connection.value(
          "SELECT checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter")) ?? 0
    autovacuums =
      Double(
        try connection.value(
          "SELECT sum(autovacuum_count) FROM pg_stat_user_tables WHERE schemaname = 'holdfast'"))
      ?? 0
  }
}
