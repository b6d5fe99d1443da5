internal import Holdfast

/// Writes what is due, time and again, in all tenants of a store.
///
/// Nothing depends on it: what is due counts as having happened, in every read and for every command.
/// A sweeper keeps the rows of quiet accounts from being late, and so the feed, reports made of rows,
/// and the figures of people who look into the tables. It also brings together what several writers
/// have added to one stored sum, so that reports stay fast.
///
/// Any number of processes may run one: they take the slots in different orders, and what one has
/// written the other no longer finds. Its transactions go over the lanes of the store, in portions of
/// at most 1,000 rows (or what is due in one account), and so between those of commands.
///
/// After each pass the store's observer is told `sweep` with what was written and the lag: for how
/// long the longest due had waited. Where a step of the clock keeps it from writing, the observer is
/// told `refusedForClockStep`. While the database is away it waits longer from pass to pass, up to a
/// minute or the pause, whichever is longer.
///
/// ```swift
/// let sweeper = PostgresSweeper(store)
/// try await withThrowingDiscardingTaskGroup { group in
///   group.addTask { await sweeper.run() }
///   group.addTask { try await server.run() }
/// }
/// ```
public struct PostgresSweeper: Sendable {
  private let store: PostgresStore
  private let pause: Duration
  private let clock: any Clock<Duration>

  private static let longestPause = Duration.seconds(60)

  /// - Parameters:
  ///   - store: whose accounts are swept, and whose observer is told.
  ///   - pause: how long it waits from one pass to the next, more than nothing.
  ///   - clock: on which it waits. What is due is decided by the store's clock.
  public init(
    _ store: PostgresStore, pause: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    precondition(pause > .zero, "a sweeper pauses between its passes")
    self.store = store
    self.pause = pause
    self.clock = clock
  }

  /// Sweeps until the task is cancelled or the store closed; what is on its way then is awaited.
  public func run() async {
    var wait = pause
    while !Task.isCancelled {
      switch await pass() {
      case .finished: wait = pause
      case .unavailable: wait = max(pause, min(wait * 2, PostgresSweeper.longestPause))
      case .closed: return
      }
      do { try await clock.sleep(for: wait, tolerance: nil) } catch { return }
    }
  }

  package enum Outcome: Sendable {
    case finished
    case unavailable
    case closed
  }

  /// Once through all slots.
  package func pass() async -> Outcome {
    var report = SweepReport.empty
    var outcome = Outcome.finished
    var random = HostRandom(host: store.host)
    for slot in (0..<Int16(store.context.slotCount)).shuffled(using: &random)
    where outcome == .finished {
      do throws(LedgerError) {
        try await store.sweep(slot: slot, of: nil, into: &report)
        while try await store.gatherSums(in: slot), !Task.isCancelled {}
      } catch {
        if error == StoreError.closed {
          outcome = .closed
        } else if error.endsSweep {
          outcome = .unavailable
          if error.detail == ClockGuard.steppedDetail {
            store.configuration.observer?.observe(.refusedForClockStep)
          }
        }
      }
    }
    if outcome == .finished || report != .empty {
      store.configuration.observer?.observe(.sweep(report))
    }
    return outcome
  }
}
