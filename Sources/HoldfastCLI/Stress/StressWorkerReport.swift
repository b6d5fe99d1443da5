internal import Foundation
internal import Holdfast
internal import HoldfastTesting

/// What a worker tells of itself, twice a second, as a line.
struct StressWorkerReport: Sendable {
  var counts = RaceMeter.Counts()
  var processorSeconds = 0.0

  init() {}

  init(_ counts: RaceMeter.Counts) {
    self.counts = counts
    processorSeconds = ProcessTime.seconds
  }

  /// The latencies are told by their 99th percentile alone.
  var line: String {
    let value: JSONValue = [
      "calls": .integer(counts.calls), "refused": .integer(counts.refused),
      "unknown": .integer(counts.unknown),
      "p99": .integer(Int64(counts.latencies.quantile(0.99))),
      "processor": .integer(Int64(processorSeconds * 1e6)),
    ]
    return value.text
  }

  /// The last whole line of a file.
  init?(lastIn path: String) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let last = lines.last(where: { $0.hasPrefix("{") }),
      let json = try? JSONValue.parse(last.utf8), case .object(let object) = json
    else { return nil }
    func integer(_ name: String) -> Int64 {
      if case .integer(let number) = object[name] { number } else { 0 }
    }
    counts.calls = integer("calls")
    counts.refused = integer("refused")
    counts.unknown = integer("unknown")
    counts.latencies.record(nanoseconds: integer("p99"))
    processorSeconds = Double(integer("processor")) / 1e6
  }
}
