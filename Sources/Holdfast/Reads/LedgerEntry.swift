/// A change of the posted balance.
public struct LedgerEntry: Hashable, Sendable {
  public var id: EntryID
  /// The credit's or debit's own kind, `settlement`, `usage`, `expiry`, `void`, `reversal` or
  /// `transfer`.
  public var kind: EntryKind
  public var unit: UnitName
  /// Positive for credit, negative for what was drawn or lapsed.
  public var delta: Amount
  public var balanceAfter: Amount
  public var createdAt: Instant
  /// When it was due, where it was written for a later instant.
  public var dueAt: Instant?
  /// Of an entry that the ledger made by itself: the description of what it acts on.
  public var description: ByteText?
  public var item: ItemName?
  public var reference: Reference?
  public var metadata: JSONValue?
  public var occurredAt: Instant?
  /// Whether it is a settlement that came after the hold lapsed.
  public var late: Bool
  /// Whether it is a settlement that the lapse made.
  public var lapsed: Bool
  /// The reservation that it settles.
  public var reservationId: ReservationID?
  /// The entry that it reverses.
  public var reversedEntryId: EntryID?
}

/// Which part of a ledger to read, newest first.
public enum LedgerPage: Hashable, Sendable {
  /// Up to `limit` entries (1 … 1,000) behind a cursor of an earlier page. Pages neither repeat nor
  /// skip entries while new ones arrive.
  case cursor(String?, limit: Int)
  /// Page `number` (1, 2, …) of `size` (1 … 1,000) entries, counted from the newest at the moment.
  case number(Int, size: Int)
}

/// A part of a ledger.
public struct LedgerEntries: Hashable, Sendable {
  /// Newest first.
  public var entries: [LedgerEntry]
  /// Where the next page begins; `nil` at the end and in the page view.
  public var nextCursor: String?
  /// Of the page view: all entries, and the pages they make.
  public var total: Int?
  public var pageCount: Int?
}

/// The use of an item by an account.
public struct UsageView: Hashable, Sendable {
  public var item: ItemName
  /// Of the limit with least remaining; without limits the use of all time.
  public var used: Amount
  public var limit: Amount?
  public var remaining: Amount?
  /// The window of the limit shown; `nil` for all time.
  public var periodStart: Instant?
  public var periodEnd: Instant?
  public var window: Window?
  public var overage: UsageOverage
  /// Every limit in force, in the order of the definition.
  public var limits: [LimitView]

  public struct LimitView: Hashable, Sendable {
    public var limit: UsageLimit
    public var used: Amount
    public var remaining: Amount
    public var periodStart: Instant?
    public var periodEnd: Instant?
  }
}
