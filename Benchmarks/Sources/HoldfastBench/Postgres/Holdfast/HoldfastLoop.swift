import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization

/// Callers that each reserve, settle, and begin again, as tasks of one process.
struct HoldfastLoop {
  let server: String
  let shape: HoldfastShape
  let popularity: Popularity
  let clients: Int
  let seconds: Double
  let delayMicroseconds: Int

  private var name: String {
    let delay = delayMicroseconds > 0 ? ".delay-\(delayMicroseconds)" : ""
    let shape = shape == .single ? "" : ".\(shape.rawValue)"
    return "postgres\(shape).\(popularity.rawValue).\(clients)\(delay)"
  }

  private final class Shared: Sendable {
    let isMeasuring = Atomic(false)
    let isOver = Atomic(false)
  }

  /// What a caller did.
  private struct Sum: Sendable {
    var histogram = LatencyHistogram()
    var commands = 0
    var measured = 0
  }

  /// Warms up for a second, then measures; every command that began and ended within counts.
  /// Returns the figures and how many commands were applied, those of the warm-up included.
  func run(_ meter: ServerMeter) async throws -> (figures: CellFigures, commands: Int) {
    let store = try await PostgresStore(PostgresConfiguration(server))
    let shared = Shared()
    let cumulative = popularity.cumulative
    var readings: (ServerMeter.Reading, ServerMeter.Reading)?
    var spent = 0.0
    let sum = try await withThrowingTaskGroup(of: Sum.self) { group in
      for _ in 0..<clients {
        group.addTask {
          try await work(
            HoldfastCaller(store: store, popularity: popularity, cumulative: cumulative), shared)
        }
      }
      try await Task.sleep(for: .seconds(1))
      let before = try meter.reading()
      let start = ContinuousClock.now
      shared.isMeasuring.store(true, ordering: .releasing)
      try await Task.sleep(for: .seconds(seconds))
      shared.isMeasuring.store(false, ordering: .releasing)
      spent = start.duration(to: .now).seconds
      readings = (before, try meter.reading())
      shared.isOver.store(true, ordering: .releasing)
      var total = Sum()
      for try await sum in group {
        total.histogram.add(sum.histogram)
        total.commands += sum.commands
        total.measured += sum.measured
      }
      return total
    }
    await store.close()
    guard let (before, after) = readings else { throw BrokenLedger(what: "nothing was measured") }
    let figures = CellFigures(
      name: name, clients: clients, commands: sum.measured, seconds: spent,
      histogram: sum.histogram, before: before, after: after)
    return (figures, sum.commands)
  }

  private func work(_ caller: HoldfastCaller, _ shared: Shared) async throws -> Sum {
    var caller = caller
    var sum = Sum()
    func note(_ start: ContinuousClock.Instant, _ isCounted: Bool) {
      guard isCounted, shared.isMeasuring.load(ordering: .acquiring) else { return }
      sum.histogram.record(nanoseconds: Int64(start.duration(to: .now) / .nanoseconds(1)))
      sum.measured += shape.size
    }
    while !shared.isOver.load(ordering: .acquiring) {
      var isCounted = shared.isMeasuring.load(ordering: .acquiring)
      var start = ContinuousClock.now
      let held = try await caller.reserve(shape)
      note(start, isCounted)
      isCounted = shared.isMeasuring.load(ordering: .acquiring)
      start = .now
      try await caller.settle(shape, held)
      note(start, isCounted)
      sum.commands += 2 * held.count
    }
    return sum
  }
}
