import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization

/// Callers that each reserve, settle, and begin again, as tasks of one process or of several.
struct HoldfastLoop {
  let server: String
  let shape: HoldfastShape
  let popularity: Popularity
  let clients: Int
  let seconds: Double
  let delayMicroseconds: Int
  let isPooled: Bool
  var processes = 1

  private var name: String {
    let shape = shape == .single ? "" : ".\(shape.rawValue)"
    let way =
      (delayMicroseconds > 0 ? ".delay-\(delayMicroseconds)" : "") + (isPooled ? ".pooler" : "")
      + (processes > 1 ? ".processes-\(processes)" : "")
    return "postgres\(shape).\(popularity.rawValue).\(clients)\(way)"
  }

  private final class Shared: Sendable {
    let isMeasuring = Atomic(false)
    let isOver = Atomic(false)
  }

  /// What callers did.
  struct Sum: Sendable {
    var histogram = LatencyHistogram()
    /// All commands that were applied, those of the warm-up included.
    var commands = 0
    /// Those that began and ended while it was measured.
    var measured = 0
    /// The processor time of the process meanwhile.
    var clientSeconds = 0.0
  }

  /// The configuration of the stores of a cell.
  private var configuration: PostgresConfiguration {
    var configuration = PostgresConfiguration(server)
    if isPooled { configuration.statements = .unnamed }
    return configuration
  }

  /// Warms up for a second, then measures; every command that began and ended within counts.
  /// Returns the figures and how many commands were applied, those of the warm-up included.
  func run(_ meter: ServerMeter) async throws -> (figures: CellFigures, commands: Int) {
    guard processes == 1 else { return try await runProcesses(meter) }
    let start = ServerMeter.now + 1
    async let work = work(from: start)
    try await HoldfastLoop.sleep(until: start)
    let before = try meter.reading()
    try await HoldfastLoop.sleep(until: start + seconds)
    let after = try meter.reading()
    let sum = try await work
    let figures = CellFigures(
      name: name, clients: clients, commands: sum.measured, seconds: seconds,
      histogram: sum.histogram, before: before, after: after)
    return (figures, sum.commands)
  }

  /// The percentiles are those of the process whose are worst.
  private func runProcesses(
    _ meter: ServerMeter
  ) async throws -> (figures: CellFigures, commands: Int) {
    let start = ServerMeter.now + 3
    let children = try (0..<processes).map { _ in
      try CallerProcess(self, callers: max(1, clients / processes), start: start)
    }
    try await HoldfastLoop.sleep(until: start)
    let before = try meter.reading()
    try await HoldfastLoop.sleep(until: start + seconds)
    let after = try meter.reading()
    let outcomes = try children.map { try $0.outcome() }
    let figures = CellFigures(
      name: name, clients: clients, outcomes: outcomes, seconds: seconds, before: before,
      after: after)
    return (figures, outcomes.reduce(0) { $0 + $1.commands })
  }

  static func sleep(until instant: Double) async throws {
    let rest = instant - ServerMeter.now
    if rest > 0 { try await Task.sleep(for: .seconds(rest)) }
  }

  /// Lets the callers work from now on and measures from `start` on.
  func work(from start: Double) async throws -> Sum {
    let store = try await PostgresStore(configuration)
    let shared = Shared()
    let cumulative = popularity.cumulative
    var clientSeconds = 0.0
    var sum = try await withThrowingTaskGroup(of: Sum.self) { group in
      for _ in 0..<clients {
        group.addTask {
          try await work(
            HoldfastCaller(store: store, popularity: popularity, cumulative: cumulative), shared)
        }
      }
      try await HoldfastLoop.sleep(until: start)
      let before = ServerMeter.clientSeconds
      shared.isMeasuring.store(true, ordering: .releasing)
      try await HoldfastLoop.sleep(until: start + seconds)
      shared.isMeasuring.store(false, ordering: .releasing)
      clientSeconds = ServerMeter.clientSeconds - before
      shared.isOver.store(true, ordering: .releasing)
      var total = Sum()
      for try await sum in group {
        total.histogram.add(sum.histogram)
        total.commands += sum.commands
        total.measured += sum.measured
      }
      return total
    }
    sum.clientSeconds = clientSeconds
    await store.close()
    return sum
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
