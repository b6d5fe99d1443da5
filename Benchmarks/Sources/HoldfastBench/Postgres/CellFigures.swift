import Foundation
import HoldfastTesting

/// What one cell of the table has shown: one way of writing, one workload, so many callers.
struct CellFigures {
  let name: String
  let clients: Int
  let perSecond: Double
  /// The time that 50, 99 and 99.9 % of the commands did not exceed, in milliseconds.
  let milliseconds: [Double]
  /// Of all processes of the server, in microseconds a command.
  let serverMicroseconds: Double
  /// Of the callers' processes, in microseconds a command.
  let clientMicroseconds: Double
  let walBytes: Double
  /// What a flush to the disk took just before.
  var flushMicroseconds = 0.0

  init(
    name: String, clients: Int, commands: Int, seconds: Double, histogram: LatencyHistogram,
    before: ServerMeter.Reading, after: ServerMeter.Reading
  ) {
    self.name = name
    self.clients = clients
    perSecond = Double(commands) / seconds
    milliseconds = CallerProcess.shares.map { histogram.quantile($0) * 1e-6 }
    let each = 1 / Double(max(1, commands))
    serverMicroseconds = (after.serverSeconds - before.serverSeconds) * 1e6 * each
    clientMicroseconds = (after.clientSeconds - before.clientSeconds) * 1e6 * each
    walBytes = (after.walBytes - before.walBytes) * each
  }

  /// Of several processes; the times are those of the one whose are worst.
  init(
    name: String, clients: Int, outcomes: [CallerProcess.Outcome], seconds: Double,
    before: ServerMeter.Reading, after: ServerMeter.Reading
  ) {
    self.name = name
    self.clients = clients
    let commands = outcomes.reduce(0) { $0 + $1.measured }
    perSecond = Double(commands) / seconds
    milliseconds = CallerProcess.shares.indices.map { share in
      outcomes.map { $0.quantiles[share] * 1e-6 }.max() ?? 0
    }
    let each = 1 / Double(max(1, commands))
    serverMicroseconds = (after.serverSeconds - before.serverSeconds) * 1e6 * each
    clientMicroseconds = outcomes.reduce(0) { $0 + $1.clientSeconds } * 1e6 * each
    walBytes = (after.walBytes - before.walBytes) * each
  }
}

extension Report {
  static let cellHeading =
    "cell                                      commands/s    ratio    p50 ms    p99 ms  p99.9 ms"
    + "  server µs  client µs  WAL bytes   flush µs"

  /// A row of the table, or an object for each of its figures.
  func add(_ cell: CellFigures, over baseline: (String, Double)? = nil) {
    guard !isJSON else {
      add(cell.name, cell.perSecond, "commands/s", over: baseline)
      for (name, time) in zip(["p50", "p99", "p99.9"], cell.milliseconds) {
        add("\(cell.name).\(name)", time, "ms")
      }
      add("\(cell.name).server", cell.serverMicroseconds, "µs/command")
      add("\(cell.name).client", cell.clientMicroseconds, "µs/command")
      add("\(cell.name).wal", cell.walBytes, "bytes/command")
      add("\(cell.name).flush", cell.flushMicroseconds, "µs")
      return
    }
    let ratio = baseline.map { String(format: "%7.2f×", cell.perSecond / $0.1) } ?? ""
    var columns = [(Report.grouped(cell.perSecond), 12), (ratio, 9)]
    columns += cell.milliseconds.map { (String(format: "%.2f", $0), 10) }
    columns += [
      cell.serverMicroseconds, cell.clientMicroseconds, cell.walBytes, cell.flushMicroseconds,
    ].map { (String(format: "%.0f", $0), 11) }
    let name = cell.name.padding(toLength: 40, withPad: " ", startingAt: 0)
    line(name + columns.map { Report.right($0.0, $0.1) }.joined())
  }
}
