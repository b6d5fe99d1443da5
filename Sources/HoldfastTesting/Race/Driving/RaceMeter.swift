internal import Synchronization

/// Counts calls as they are answered, for a line that tells how a race goes.
package final class RaceMeter: Sendable {
  package struct Counts: Sendable {
    package var calls: Int64 = 0
    package var refused: Int64 = 0
    package var unknown: Int64 = 0
    /// Of those since the counts were last taken.
    package var latencies = LatencyHistogram()

    package init() {}

    package mutating func add(_ other: Counts) {
      calls += other.calls
      refused += other.refused
      unknown += other.unknown
      latencies.add(other.latencies)
    }
  }

  private let counts = Mutex(Counts())

  package init() {}

  func note(_ answer: RaceAnswer, microseconds: Int64) {
    counts.withLock { counts in
      counts.calls += 1
      switch answer {
      case .applied: break
      case .refused: counts.refused += 1
      case .unknown: counts.unknown += 1
      }
      counts.latencies.record(nanoseconds: microseconds * 1000)
    }
  }

  /// All counts since the beginning, and the latencies since this was last asked.
  package func take() -> Counts {
    counts.withLock { counts in
      let taken = counts
      counts.latencies = LatencyHistogram()
      return taken
    }
  }
}
