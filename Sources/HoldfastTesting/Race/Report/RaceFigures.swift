/// What a race came to, as its history tells.
package struct RaceFigures: Sendable {
  package internal(set) var calls: Int64 = 0
  package internal(set) var applied: Int64 = 0
  /// Of those applied, how many repeated an earlier call under their key.
  package internal(set) var duplicates: Int64 = 0
  package internal(set) var refused: Int64 = 0
  /// Answered as unknown, or not at all because the process was killed.
  package internal(set) var unknown: Int64 = 0
  /// From the first call to the last answer.
  package internal(set) var seconds = 0.0
  package internal(set) var latencies = LatencyHistogram()
  package internal(set) var words: [RaceWord: Word] = [:]
  /// How often each refusal was given.
  package internal(set) var refusals: [String: Int64] = [:]
  package internal(set) var accounts: [Int32: Account] = [:]
  package internal(set) var slots: [Slot] = []
  /// How long a slot is, in seconds.
  package internal(set) var slotSeconds = 1.0
  package internal(set) var faults: [Fault] = []
  package internal(set) var bytes: Int64 = 0

  package struct Word: Sendable {
    package var calls: Int64 = 0
    package var refused: Int64 = 0
    package var latencies = LatencyHistogram()
  }

  /// How much a balance was contended for.
  package struct Account: Sendable {
    package var calls: Int64 = 0
    package var refused: Int64 = 0
    /// All latencies together, in microseconds.
    package var waited: Int64 = 0
    package var onTheWay: Int64 = 0
    /// The most calls that were on the way at one time.
    package var peak: Int64 = 0
  }

  /// What was answered in a stretch of time.
  package struct Slot: Sendable {
    package var applied: Int64 = 0
    package var refused: Int64 = 0
    package var unknown: Int64 = 0
    package var latencies = LatencyHistogram()

    package var calls: Int64 { applied + refused + unknown }
  }

  package struct Fault: Hashable, Sendable {
    /// Seconds since the first call.
    package let at: Double
    package let text: String
  }

  /// Calls a second.
  package var rate: Double { seconds > 0 ? Double(calls) / seconds : 0 }

  /// Of the history, for each call.
  package var bytesPerCall: Double { calls > 0 ? Double(bytes) / Double(calls) : 0 }

  /// The balances that most calls were for, and how many each had.
  package func busiest(_ count: Int) -> [(account: Int32, figures: Account)] {
    accounts.sorted { ($0.value.calls, $1.key) > ($1.value.calls, $0.key) }.prefix(count).map {
      ($0.key, $0.value)
    }
  }

  /// The refusals, the most frequent first.
  package var refusalLines: [(code: String, count: Int64)] {
    refusals.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { ($0.key, $0.value) }
  }

  package var wordLines: [(word: RaceWord, figures: Word)] {
    RaceWord.allCases.compactMap { word in words[word].map { (word, $0) } }
  }
}
