import Foundation
import Synchronization

/// How much memory this process had as the parts of a run began.
final class MemorySamples: Sendable {
  private let samples = Mutex([Int: Double]())

  func note(_ part: Int) {
    let megabytes = MemorySamples.present
    samples.withLock { $0[part] = megabytes }
  }

  func megabytes(_ part: Int) -> Double { samples.withLock { $0[part] ?? 0 } }

  private static var present: Double {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) * 1e-6
  }
}

extension Report {
  /// A row on a tenth of a run, or an object for each of its figures.
  func add(_ part: OpenLoop.Part, name: String, megabytes: Double) {
    let times = CallerProcess.shares.map { part.histogram.quantile($0) * 1e-6 }
    guard !isJSON else {
      for (share, time) in zip(["p50", "p99", "p99.9"], times) {
        add("\(name).\(share)", time, "ms")
      }
      return add("\(name).memory", megabytes, "MB")
    }
    let columns =
      [(Report.grouped(Double(part.commands)), 12)]
      + times.map { (String(format: "%.2f", $0), 10) } + [(String(format: "%.1f", megabytes), 12)]
    line(
      name.padding(toLength: 40, withPad: " ", startingAt: 0)
        + columns.map { Report.right($0.0, $0.1) }.joined())
  }
}
