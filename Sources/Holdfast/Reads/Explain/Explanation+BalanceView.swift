extension Explanation {
  /// What the figures of a balance are made of, or what changed them.
  public struct BalanceView: Hashable, Sendable {
    /// What is counted.
    public var unit: UnitName
    /// Where the span begins, itself included; `nil` for the beginning of the balance.
    public var from: Instant?
    /// The figures before the span; zeros where it begins with the balance.
    public var opening: Balance
    /// The figures at the instant of the explanation.
    public var closing: Balance
    /// Their amounts add up to what posted changed by from `opening` to `closing`.
    public var posted: [Part]
    /// Their amounts add up to what held changed by from `opening` to `closing`.
    public var held: [Part]
    /// The reservations open at the instant, oldest first. What remains of them is what is held.
    public var holds: [Reservation]
    /// The lots with something remaining at the instant, in burn order, then scheduled credit. What
    /// remains of those that started, less the debt, is what is posted.
    public var lots: [Lot]
    /// The latest rows of the span, oldest first.
    public var steps: [Step]
    /// The rows of the span that are older than those.
    public var earlierSteps: Int
  }

  /// The entries of a balance that moved a figure for one reason.
  public struct Part: Hashable, Sendable {
    /// Why.
    public var flow: Flow
    /// What the entries are called in the ledger; of reversals what they reverse is called. Of holds
    /// `nil`.
    public var kind: EntryKind?
    /// The sum of what they moved; negative for what left.
    public var amount: Amount
    /// How many entries.
    public var count: Int
  }

  /// Why a figure moved.
  public enum Flow: String, Hashable, Sendable, CaseIterable {
    /// Credited, at once or when its time came.
    case granted
    /// Received from another account.
    case transferredIn
    /// Debited, settled, or charged for usage.
    case charged
    /// Given back of a charge, or taken back of a credit.
    case reversed
    /// Sent to another account.
    case transferredOut
    /// Expired.
    case lapsed
    /// Voided.
    case voided
    /// Held by a reserve. This and what follows moves what is held.
    case reserved
    /// Held by an increase.
    case increased
    /// Charged from a hold.
    case settled
    /// Given back by a release, a lapse or a final settlement.
    case returned
  }
}
