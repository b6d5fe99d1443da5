extension Explanation {
  /// The life of a reservation.
  ///
  /// `initialAmount + increasedAmount` of the reservation is what was settled from the hold, what was
  /// released and what remains.
  public struct ReservationView: Hashable, Sendable {
    /// As it stands, with the sums over its life.
    public var reservation: Reservation
    /// What it still has pinned, in the order in which it will burn.
    public var pins: [Share]
    /// The part of `settledAmount` that the hold covered.
    public var settledFromHold: Amount
    /// What settlements charged after it had lapsed; no part of `settledAmount`.
    public var lateAmount: Amount
    /// What was reversed of its settlements.
    public var reversedAmount: Amount
    /// What lapsed or was voided the moment it was given back, by what closed the reservation or by a
    /// reversal, because its lot was past.
    public var lapsedAmount: Amount
    /// Every row about it, oldest first: charges for usage counted with it, the reserve, increases,
    /// extensions, reports, settlements, what closed it, what lapsed with that, reversals.
    public var steps: [Step]

    /// What it cost in the end: settled and charged late, less what was reversed.
    public var netAmount: Amount { reservation.settledAmount + lateAmount - reversedAmount }
  }

  /// An entry, with what caused it and what became of it.
  public struct EntryView: Hashable, Sendable {
    /// The entry itself.
    public var step: Step
    /// The row that it acts on: the reserve of a settlement, the credit behind a lot, what a reversal
    /// reverses. `nil` for what acts on nothing.
    public var cause: Step?
    /// The other rows of the same command in the balance, such as what lapsed as it was given back.
    public var companions: [Step]
    /// The lots that it opened, drew on or gave back to, as they are now.
    public var lots: [Lot]
    /// What was reversed of it since.
    public var reversedAmount: Amount
    /// What can still be reversed of a charge; `nil` for other entries.
    public var reversibleAmount: Amount?
    /// What happened to it since: its reversals and, of a row that opened a lot, every row that pinned,
    /// drew, gave back, lapsed or changed some of the lot. The latest, oldest first.
    public var later: [Step]
    /// How many of these are older than those shown.
    public var earlierSteps: Int
  }
}
