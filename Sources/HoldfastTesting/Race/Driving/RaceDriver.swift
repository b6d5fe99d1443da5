internal import Synchronization

/// Lets clients race in this process.
package struct RaceDriver: Sendable {
  package let target: any RaceTarget
  package let history: HistoryWriter
  package let meter: RaceMeter
  package let plan: Plan

  /// What the clients of a process do.
  package struct Plan: Hashable, Sendable {
    package var shape: RaceShape
    package var seed: UInt64
    /// The numbers of the clients of this process; no two processes of a run share one.
    package var clients: Range<Int32>
    package var pace: RacePace
    package var clock: RaceClock
    /// When no further call is begun, in microseconds since the run's origin.
    package var end: Int64
    /// How many calls the clients of this process make at most.
    package var calls: Int64?

    package init(
      shape: RaceShape, seed: UInt64, clients: Range<Int32>, pace: RacePace, clock: RaceClock,
      end: Int64, calls: Int64? = nil
    ) {
      self.shape = shape
      self.seed = seed
      self.clients = clients
      self.pace = pace
      self.clock = clock
      self.end = end
      self.calls = calls
    }
  }

  package init(
    target: any RaceTarget, history: HistoryWriter, meter: RaceMeter = RaceMeter(), plan: Plan
  ) {
    self.target = target
    self.history = history
    self.meter = meter
    self.plan = plan
  }

  /// Races until the end, or until the task is cancelled, and until every call was answered. Errors:
  /// what keeps the history from being written; then nothing more is sent.
  package func run() async throws(HistoryError) {
    let budget = CallBudget(plan.calls)
    let failure = await withTaskGroup(of: HistoryError?.self) { group in
      for client in plan.clients {
        group.addTask {
          var client = RacingClient(driver: self, budget: budget, client: client)
          do throws(HistoryError) {
            try await client.run()
            return nil
          } catch {
            budget.spend()
            return error
          }
        }
      }
      return await group.reduce(nil) { $0 ?? $1 }
    }
    if let failure { throw failure }
    try history.flush()
  }
}

/// How many calls are left to make.
final class CallBudget: Sendable {
  private let left: Atomic<Int64>

  init(_ calls: Int64?) {
    left = Atomic(calls ?? .max)
  }

  /// Whether so many more may be made.
  func take(_ calls: Int) -> Bool {
    left.subtract(Int64(calls), ordering: .relaxed).oldValue > 0
  }

  /// Nobody makes another call.
  func spend() {
    left.store(0, ordering: .relaxed)
  }
}
