/// What is raced on: it answers calls, any number at a time.
package protocol RaceTarget: Sendable {
  /// Sends a call and says what became of it.
  func perform(_ call: RaceCall) async -> RaceAnswer

  /// Sends calls all or nothing, an answer for each. One that cannot sends them one after the other.
  func perform(together calls: [RaceCall]) async -> [RaceAnswer]

  /// Gives the accounts of the run what they begin with. Errors: a sentence for the operator.
  func prepare() async throws(RaceFailure)

  /// The figures of a balance when no call is on the way.
  func balance(account: Int32, unit: Int32) async throws(RaceFailure) -> RaceBalance

  /// Ends its connections.
  func close() async
}

extension RaceTarget {
  package func perform(together calls: [RaceCall]) async -> [RaceAnswer] {
    var answers: [RaceAnswer] = []
    for call in calls { answers.append(await perform(call)) }
    return answers
  }
}

/// Why a race cannot be begun or ended, as a sentence for whoever started it.
package struct RaceFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let reason: String
  /// Whether what is raced on could not be reached, rather than refused something.
  package let isUnreachable: Bool

  package init(_ reason: String, isUnreachable: Bool = false) {
    self.reason = reason
    self.isUnreachable = isUnreachable
  }

  package var description: String { reason }
}
