/// What was changed in an account since recording began, with the value each thing had before.
///
/// Undoing costs as much as what was changed, however large the account is.
struct ChangeLog: Sendable {
  enum Change: Sendable {
    case figures(balance: Int, version: Int64, Figures)
    case row(RowReference.Stream)
    case lot(balance: Int, version: Int64, Lot?)
    case hold(balance: Int, version: Int64, Hold?)
    case closedHold(balance: Int, version: Int64)
    case reversed(balance: Int, version: Int64, Amount?)
    case repaymentAdded(balance: Int)
    case repaymentReduced(balance: Int, by: Amount)
    case repaymentRemoved(balance: Int, Draw)
    case meter(Int, version: Int64, lifetime: Amount)
    case counters(meter: Int, [UsageCounter], Revision?)
    case record(meter: Int, version: Int64, UsageRecord?)
    case key(KeyIdentity)
    case instant(Instant)
    case openHoldCount(Int)
  }

  private(set) var isRecording = false
  private(set) var changes: [Change] = []

  mutating func begin() {
    isRecording = true
  }

  /// Stops recording and forgets what was recorded.
  mutating func end() {
    isRecording = false
    changes = []
  }

  /// Takes out what was recorded behind the first `mark` changes, the latest first.
  mutating func take(behind mark: Int) -> [Change] {
    let taken = changes[mark...].reversed()
    changes.removeLast(changes.count - mark)
    return Array(taken)
  }

  @inline(__always)
  mutating func note(_ change: @autoclosure () -> Change) {
    if isRecording { changes.append(change()) }
  }
}
