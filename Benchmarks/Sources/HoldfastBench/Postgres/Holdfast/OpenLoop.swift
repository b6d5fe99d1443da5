import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Synchronization

/// Callers that come at a fixed rate, whether or not those before them have been answered.
///
/// A reserve is timed from the instant at which its caller came, so a store that falls behind shows
/// it; a settlement from the reserve's answer.
struct OpenLoop {
  let store: PostgresStore
  let popularity: Popularity
  let pairsPerSecond: Double
  let seconds: Double

  /// How many callers can be under way at once; one that finds no place waits, and the wait counts.
  private static let places = 4096

  /// What happened in one tenth of the time.
  struct Part: Sendable {
    var histogram = LatencyHistogram()
    var commands = 0
  }

  /// What all callers share.
  private final class Shared: Sendable {
    let next = Atomic(0)
    let parts = Mutex(Array(repeating: Part(), count: 10))

    func note(_ part: Int, _ seconds: Double) {
      parts.withLock {
        $0[part].histogram.record(nanoseconds: Int64(seconds * 1e9))
        $0[part].commands += 1
      }
    }
  }

  /// The ten parts. Fails when a command is refused.
  ///
  /// - Parameter eachPart: Told when the first caller of a part comes.
  func run(_ eachPart: @escaping @Sendable (Int) -> Void) async throws -> [Part] {
    let cumulative = popularity.cumulative
    let shared = Shared()
    let begin = ServerMeter.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<OpenLoop.places {
        group.addTask {
          try await work(
            HoldfastCaller(store: store, popularity: popularity, cumulative: cumulative), shared,
            from: begin, eachPart)
        }
      }
      try await group.waitForAll()
    }
    return shared.parts.withLock { $0 }
  }

  private func work(
    _ caller: HoldfastCaller, _ shared: Shared, from begin: Double,
    _ eachPart: @Sendable (Int) -> Void
  ) async throws {
    var caller = caller
    let count = Int(seconds * pairsPerSecond)
    while true {
      let ticket = shared.next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard ticket < count else { return }
      let part = ticket * 10 / count
      if ticket == 0 || (ticket - 1) * 10 / count < part { eachPart(part) }
      let intended = begin + Double(ticket) / pairsPerSecond
      try await HoldfastLoop.sleep(until: intended)
      let held = try await caller.reserve(.single)
      let reserved = ServerMeter.now
      shared.note(part, reserved - intended)
      try await caller.settle(.single, held)
      shared.note(part, ServerMeter.now - reserved)
    }
  }
}
