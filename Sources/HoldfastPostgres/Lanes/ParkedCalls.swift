internal import Holdfast

/// Calls that wait, beside their lane's work, for rows that another session holds.
struct ParkedCalls {
  private(set) var calls: [LaneCall] = []
  /// The accounts that they wait for, and the sum of their versions when that began.
  private(set) var held: [AccountID: Int64] = [:]
  /// When it is to be seen whether they can go on; `nil` while there are none.
  private(set) var nextTry: Deadline?
  /// How long it is until that, in microseconds; longer when nobody could go on.
  private var pause = ParkedCalls.shortestPause

  private static let shortestPause: Int64 = 50_000
  private static let longestPause: Int64 = 400_000

  var isEmpty: Bool { calls.isEmpty }

  mutating func add(_ new: [LaneCall], waitingFor accounts: [AccountID: Int64], at now: Int64) {
    guard !new.isEmpty else { return }
    calls += new
    held.merge(accounts) { first, _ in first }
    if nextTry == nil { nextTry = Deadline(microseconds: now + pause) }
  }

  /// Gives all back, to be divided anew.
  mutating func takeAll() -> (calls: [LaneCall], held: [AccountID: Int64]) {
    defer { (calls, held, nextTry) = ([], [:], nil) }
    return (calls, held)
  }

  /// Says how many were given back before those that are in it now were added again.
  mutating func noteTry(of count: Int, at now: Int64) {
    pause =
      calls.count < count
      ? ParkedCalls.shortestPause : min(pause * 2, ParkedCalls.longestPause)
    nextTry = isEmpty ? nil : Deadline(microseconds: now + pause)
  }
}
