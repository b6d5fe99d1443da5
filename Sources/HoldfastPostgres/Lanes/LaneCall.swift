internal import Holdfast

/// A piece of work that waits for its answer.
struct LaneCall: Sendable {
  /// Unique in the process, so that a waiting call can be found again to be cancelled.
  let id: UInt64
  let work: Work
  /// When it was put into the queue, on the monotonic clock in microseconds.
  let queuedAt: Int64
  let answer: @Sendable (Result<WorkResult, LedgerError>) -> Void

  /// The number of commands in it.
  var size: Int {
    if case .group(let group) = work { group.members.count } else { 1 }
  }

  /// An account that it works on.
  var account: AccountID? {
    switch work {
    case .command(let command): command.accountID
    case .group(let group): group.members.lazy.compactMap(\.accountID).first
    case .sweep(let account): account
    }
  }
}
