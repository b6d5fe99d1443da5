import Foundation
import HoldfastTesting
import Synchronization

/// Clients that each reserve, settle, and begin again, on threads and connections of their own.
struct ClosedLoop {
  let server: String
  let kind: BaselineKind
  let popularity: Popularity
  let clients: Int
  let seconds: Double
  let delayMicroseconds: Int

  private var name: String {
    let delay = delayMicroseconds > 0 ? ".delay-\(delayMicroseconds)" : ""
    return "postgres.\(kind.rawValue).\(popularity.rawValue).\(clients)\(delay)"
  }

  /// What all clients share.
  private final class Shared: Sendable {
    struct Sums {
      var histogram = LatencyHistogram()
      var pairs = 0
      var measured = 0
      var failure: (any Error)?
    }

    let sums = Mutex(Sums())
    let isMeasuring = Atomic(false)
    let isOver = Atomic(false)
    let ready = DispatchSemaphore(value: 0)
    let begin = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
  }

  /// Warms up for a second, then measures; every command that began and ended within counts.
  /// Returns the figures and how many pairs were applied, those of the warm-up included.
  func run(_ meter: ServerMeter) throws -> (figures: CellFigures, pairs: Int) {
    let shared = Shared()
    for _ in 0..<clients {
      shared.done.enter()
      let thread = Thread { [self] in
        do {
          try work(shared)
        } catch {
          shared.sums.withLock { $0.failure = $0.failure ?? error }
          shared.ready.signal()
        }
        shared.done.leave()
      }
      thread.start()
    }
    for _ in 0..<clients { shared.ready.wait() }
    for _ in 0..<clients { shared.begin.signal() }
    Thread.sleep(forTimeInterval: 1)
    let before = try meter.reading()
    let start = ContinuousClock.now
    shared.isMeasuring.store(true, ordering: .releasing)
    Thread.sleep(forTimeInterval: seconds)
    shared.isMeasuring.store(false, ordering: .releasing)
    let spent = start.duration(to: .now).seconds
    let after = try meter.reading()
    shared.isOver.store(true, ordering: .releasing)
    shared.done.wait()
    return try shared.sums.withLock { sums in
      if let failure = sums.failure { throw failure }
      let figures = CellFigures(
        name: name, clients: clients,
        commands: sums.measured, seconds: spent, histogram: sums.histogram, before: before,
        after: after)
      return (figures, sums.pairs)
    }
  }

  private func work(_ shared: Shared) throws {
    let client = try kind.client(BenchConnection(server))
    var random = BenchRandom()
    let cumulative = popularity.cumulative
    var histogram = LatencyHistogram()
    var pairs = 0
    var measured = 0
    func timed(_ command: () throws -> BaselineAnswer) throws -> BaselineAnswer {
      let counts = shared.isMeasuring.load(ordering: .acquiring)
      let start = ContinuousClock.now
      let answer = try command()
      let time = start.duration(to: .now)
      guard answer.outcome == "applied" else { throw BrokenLedger(what: "\(answer)") }
      if counts, shared.isMeasuring.load(ordering: .acquiring) {
        histogram.record(nanoseconds: Int64(time / .nanoseconds(1)))
        measured += 1
      }
      return answer
    }
    shared.ready.signal()
    shared.begin.wait()
    while !shared.isOver.load(ordering: .acquiring) {
      let account = popularity.next(&random, cumulative)
      let reserveKey = RandomText.key(&random)
      let held = try timed {
        try client.reserve(account: account, amount: 75, key: reserveKey)
      }
      let settleKey = RandomText.key(&random)
      let metadata = RandomText.metadata(&random)
      _ = try timed {
        try client.settle(
          account: account, hold: held.hold, amount: 60, key: settleKey, metadata: metadata)
      }
      pairs += 1
    }
    shared.sums.withLock { sums in
      sums.histogram.add(histogram)
      sums.pairs += pairs
      sums.measured += measured
    }
  }
}
