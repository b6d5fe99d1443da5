extension Explanation {
  /// A lot, with what brought it.
  public struct Lot: Hashable, Sendable {
    /// Its terms, and what is left of it.
    public var view: LotView
    /// The row that opened it, 1, 2, 3, … within the balance.
    public var version: Int64
    /// What its credit is called, `transfer` for a piece of one.
    public var kind: EntryKind
    /// Of its credit.
    public var description: ByteText?
    /// The key of the command that brought it.
    public var key: IdempotencyKey?
    /// Whether it has yet to start, so that it is no part of what is posted.
    public var isScheduled: Bool
    /// Whether it was voided, so that only what is pinned remains.
    public var isVoided: Bool
  }

  /// What a row did with a lot, or with the overdraft.
  public struct Share: Hashable, Sendable {
    /// What was done.
    public var use: Use
    /// How much; 0 or more.
    public var amount: Amount
    /// The lot; `nil` for the overdraft: a pin against it, debt made, or debt taken back.
    public var lotId: LotID?
    /// The row that opened the lot.
    public var lotVersion: Int64?
    /// What the credit of the lot is called.
    public var lotKind: EntryKind?
  }

  /// What can be done with a lot.
  public enum Use: String, Hashable, Sendable, CaseIterable {
    /// The row opened it.
    case opened
    /// Drawn by a charge or a transfer.
    case burned
    /// Set aside for a reservation.
    case pinned
    /// Drawn to repay debt.
    case repaid
    /// Given back by a reversal.
    case restored
    /// Taken by the reversal of its credit.
    case takenBack
    /// Expired.
    case lapsed
    /// Voided.
    case voided
  }
}
