internal import Holdfast
internal import Synchronization

/// Which accounts are busy, so that a group can go where most others of its busiest account go.
///
/// Counts are halved from time to time, and what falls to nothing is forgotten.
final class AccountHeat: Sendable {
  private struct State {
    var counts: [AccountID: Int] = [:]
    var additions = 0
  }

  private let state = Mutex(State())
  private static let halvedEvery = 10_000

  /// Counts one use of each, and answers the busiest; of equals the least, so that groups with the same
  /// members meet.
  func busiest(of ids: [AccountID]) -> AccountID? {
    state.withLock { state in
      state.additions += 1
      if state.additions.isMultiple(of: AccountHeat.halvedEvery) {
        state.counts = state.counts.compactMapValues { $0 > 1 ? $0 / 2 : nil }
      }
      var best: (id: AccountID, count: Int)?
      for id in ids {
        let count = state.counts[id, default: 0] + 1
        state.counts[id] = count
        guard let present = best else {
          best = (id, count)
          continue
        }
        if count > present.count || (count == present.count && id < present.id) {
          best = (id, count)
        }
      }
      return best?.id
    }
  }
}
