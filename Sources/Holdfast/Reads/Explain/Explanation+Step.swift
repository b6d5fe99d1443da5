extension Explanation {
  /// One row of a balance: when, what happened, what it moved and who asked for it.
  public struct Step: Hashable, Sendable {
    /// The row's id, by which it can be explained and, where it is a charge or a credit, reversed.
    public var entryId: EntryID
    /// The balance.
    public var unit: UnitName
    /// 1, 2, 3, … within the balance.
    public var version: Int64
    /// When it took effect.
    public var instant: Instant
    /// When it was due, where it was written for a later instant.
    public var dueAt: Instant?
    /// Whether it stands in the journal; otherwise it is due, and will stand there as it is here.
    public var isWritten: Bool
    /// What happened, in the words of `Change.event`.
    public var event: String
    /// What it is called in the ledger; `nil` for a row that is no entry there.
    public var kind: EntryKind?
    /// How posted changed.
    public var postedDelta: Amount
    /// How held changed.
    public var heldDelta: Amount
    /// How debt changed.
    public var debtDelta: Amount
    /// How scheduled changed.
    public var scheduledDelta: Amount
    /// Posted after it.
    public var postedAfter: Amount
    /// Held after it.
    public var heldAfter: Amount
    /// The overdraft limit after it.
    public var overdraftLimitAfter: Amount
    /// What it did with which lots, in order.
    public var shares: [Share]
    /// The command it is part of; `nil` for what time did.
    public var command: CommandName?
    /// The key of that command.
    public var key: IdempotencyKey?
    /// The key of the group that the command was a member of.
    public var groupKey: IdempotencyKey?
    /// What a debit or a settlement asked for; what it charged is `-postedDelta`.
    public var requestedAmount: Amount?
    /// The row that it acts on, or that it opened itself: of a hold, a lot or a reversed entry.
    public var subjectVersion: Int64?
    /// The reservation that it opens, changes, charges or closes, as it left it.
    public var hold: HoldState?
    /// The lot that it opened, changed or lapsed.
    public var lotId: LotID?
    /// When that lot expires after this row; `nil` for never and for rows that set no terms.
    public var lotExpiresAt: Instant?
    /// When scheduled credit is to start.
    public var startsAt: Instant?
    /// The entry that it reverses.
    public var reversedEntryId: EntryID?
    /// What that entry is called.
    public var reversedKind: EntryKind?
    /// The other side of a transfer.
    public var counterparty: AccountName?
    /// Whether it is a settlement that came after the lapse.
    public var late: Bool
    /// Whether it is a settlement that the lapse made.
    public var lapsed: Bool
    /// The counted item.
    public var item: ItemName?
    /// The caller's words, or those of what it acts on.
    public var details: Details
    /// Why, where a release or a reversal said so.
    public var reason: ByteText?
  }

  /// A reservation as a row left it.
  public struct HoldState: Hashable, Sendable {
    /// The reservation.
    public var reservationId: ReservationID
    /// What it still held.
    public var remaining: Amount
    /// What this row gave back.
    public var returned: Amount
    /// The highest use reported so far.
    public var reported: Amount
    /// When it could no longer be increased or extended.
    public var expiresAt: Instant
    /// When it was to lapse.
    public var lapsesAt: Instant
    /// Its state after the row.
    public var status: ReservationStatus
  }
}
