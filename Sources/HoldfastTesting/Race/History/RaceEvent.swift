/// A line of a history behind its header.
package struct RaceEvent: Hashable, Sendable {
  /// Microseconds since the origin of the run, by the clock that all workers share.
  package var at: Int64
  package var content: Content

  package init(at: Int64, _ content: Content) {
    self.at = at
    self.content = content
  }

  package enum Content: Hashable, Sendable {
    /// Written before the call is sent.
    case invoked(RaceCall)
    /// Written after its answer came.
    case returned(RaceCall.ID, RaceAnswer)
    /// What was done to the system, such as `SIGKILL server`.
    case fault(String)
    /// The figures of a balance at the end, when no call was on the way.
    case balance(RaceBalance)
    /// A row of an adapter's own ledger at the end.
    case entry(RaceEntry)
    /// A row of the journal, in a history that was reduced to what shows a finding.
    case row(RaceRow)
  }
}

/// The figures of a balance after the run.
package struct RaceBalance: Hashable, Sendable {
  package var account: Int32
  package var unit: Int32
  package var posted: Int64
  /// `nil` where the adapter does not tell.
  package var held: Int64?

  package init(account: Int32, unit: Int32 = 0, posted: Int64, held: Int64?) {
    self.account = account
    self.unit = unit
    self.posted = posted
    self.held = held
  }
}

/// What an adapter's own ledger says happened to a posted figure.
package struct RaceEntry: Hashable, Sendable, BitwiseCopyable {
  package var account: Int32
  package var unit: Int32
  package var key: RaceKey
  /// How the posted figure changed.
  package var amount: Int64

  package init(account: Int32, unit: Int32 = 0, key: RaceKey, amount: Int64) {
    self.account = account
    self.unit = unit
    self.key = key
    self.amount = amount
  }
}
