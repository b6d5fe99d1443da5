import Foundation
import HoldfastTesting

/// What one cell of the table has shown: one way of writing, one workload, so many callers.
struct CellFigures {
  let name: String
  let clients: Int
  let perSecond: Double
  let latency: LatencyHistogram
  /// Of all processes of the server, in microseconds a command.
  let serverMicroseconds: Double
  /// Of this process, in microseconds a command.
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
    latency = histogram
    let each = 1 / Double(max(1, commands))
    serverMicroseconds = (after.serverSeconds - before.serverSeconds) * 1e6 * each
    clientMicroseconds = (after.clientSeconds - before.clientSeconds) * 1e6 * each
    walBytes = (after.walBytes - before.walBytes) * each
  }

  func milliseconds(_ share: Double) -> Double { latency.quantile(share) * 1e-6 }
}

extension Report {
  static let cellHeading =
    "cell                                      commands/s    ratio    p50 ms    p99 ms  p99.9 ms"
    + "  server µs  client µs  WAL bytes   flush µs"

  /// A row of the table, or an object for each of its figures.
  func add(_ cell: CellFigures, over baseline: (String, Double)? = nil) {
    guard !isJSON else {
      add(cell.name, cell.perSecond, "commands/s", over: baseline)
      for (name, share) in [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)] {
        add("\(cell.name).\(name)", cell.milliseconds(share), "ms")
      }
      add("\(cell.name).server", cell.serverMicroseconds, "µs/command")
      add("\(cell.name).client", cell.clientMicroseconds, "µs/command")
      add("\(cell.name).wal", cell.walBytes, "bytes/command")
      add("\(cell.name).flush", cell.flushMicroseconds, "µs")
      return
    }
    let ratio = baseline.map { String(format: "%7.2f×", cell.perSecond / $0.1) } ?? ""
    let columns = [
      (Report.grouped(cell.perSecond), 12), (ratio, 9),
      (String(format: "%.2f", cell.milliseconds(0.5)), 10),
      (String(format: "%.2f", cell.milliseconds(0.99)), 10),
      (String(format: "%.2f", cell.milliseconds(0.999)), 10),
      (String(format: "%.0f", cell.serverMicroseconds), 11),
      (String(format: "%.0f", cell.clientMicroseconds), 11),
      (String(format: "%.0f", cell.walBytes), 11),
      (String(format: "%.0f", cell.flushMicroseconds), 11),
    ]
    let name = cell.name.padding(toLength: 40, withPad: " ", startingAt: 0)
    line(name + columns.map { Report.right($0.0, $0.1) }.joined())
  }
}
