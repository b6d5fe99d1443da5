/// What a check of a history found.
package struct HistoryReport: Sendable {
  package let header: RaceHeader
  /// Calls by what they were answered.
  package internal(set) var counts = Counts()
  /// Refusals that no state was asked for, by code: those of the ledger's queues and connections,
  /// and those that this checker does not judge.
  package internal(set) var unjudged: [String: Int] = [:]
  /// Rows of the journal, or of an adapter's own ledger.
  package internal(set) var rows = 0
  /// Faults that the history notes.
  package internal(set) var faults = 0
  /// Files of which the last line was cut off.
  package internal(set) var truncated: [String] = []
  /// The findings that are listed, those of the ledger itself first.
  package internal(set) var findings: [RaceFinding] = []
  /// How many there are, by invariant.
  package internal(set) var findingCounts: [String: Int] = [:]

  init(_ header: RaceHeader) {
    self.header = header
  }

  /// Whether nothing was found.
  package var isSound: Bool { findingCounts.isEmpty }

  /// How many calls there were of each kind.
  package struct Counts: Hashable, Sendable {
    package var calls = 0
    package var applied = 0
    /// Of the applied: told that an earlier call under the key had the effect.
    package var duplicates = 0
    package var refused = 0
    package var unknown = 0
    /// Refusals and reads that were compared with the states they can have met.
    package var judged = 0

    mutating func add(_ call: RecordedCall) {
      calls += 1
      switch call.outcome {
      case .applied(let effect):
        applied += 1
        if effect.duplicate { duplicates += 1 }
      case .refused: refused += 1
      case .unknown: unknown += 1
      }
    }
  }
}
