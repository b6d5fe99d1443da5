import Holdfast

/// What callers saw of a fault.
struct CrashFigures {
  let calls: Int
  let applied: Int
  let refused: Int
  /// Calls without an answer, by code.
  let unanswered: [LedgerError.Code: Int]
  /// What those errors had as their detail.
  let details: Set<String>
  /// The longest wait, in microseconds, and that of the median caller.
  let longest: Int64
  let median: Int64
  /// Calls without an answer whose effect was there all the same.
  var resolved = 0
  /// First calls that were answered as duplicates: the store asked again by itself.
  let resolvedByStore: Int

  init(_ calls: [CrashCall]) {
    self.calls = calls.count
    applied = calls.count { $0.isApplied }
    refused = calls.count { !$0.isApplied && !$0.isUnanswered }
    unanswered = calls.filter(\.isUnanswered).reduce(into: [:]) { counts, call in
      if let code = call.error?.code { counts[code, default: 0] += 1 }
    }
    details = Set(calls.filter(\.isUnanswered).compactMap { $0.error?.detail })
    let waits = calls.map(\.waited).sorted()
    longest = waits.last ?? 0
    median = waits.isEmpty ? 0 : waits[waits.count / 2]
    resolvedByStore = calls.count { call in
      guard case .success(let results) = call.result else { return false }
      return results.contains { $0.duplicate }
    }
  }

  /// One line for those who run the tests.
  func tell(_ fault: String) {
    let codes = unanswered.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { " \($0.key.rawValue) \($0.value)" }.joined()
    print(
      """
      crash · \(fault): \(calls) calls, \(applied) applied, \(refused) refused,\
      \(codes.isEmpty ? " all answered" : codes), \(resolved) resolved by asking again, \
      \(resolvedByStore) by the store; waits: median \(median / 1000) ms, \
      longest \(longest / 1000) ms
      """)
  }
}
