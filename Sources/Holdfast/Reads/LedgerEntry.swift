/// A change of the posted balance.
public struct LedgerEntry: Hashable, Sendable {
  /// The entry, by which it can be reversed.
  public var id: EntryID
  /// The credit's or debit's own kind, `settlement`, `usage`, `expiry`, `void`, `reversal` or
  /// `transfer`.
  public var kind: EntryKind
  /// What is counted.
  public var unit: UnitName
  /// Positive for credit, negative for what was drawn or lapsed.
  public var delta: Amount
  /// Posted after it.
  public var balanceAfter: Amount
  /// When it took effect.
  public var createdAt: Instant
  /// When it was due, where it was written for a later instant.
  public var dueAt: Instant?
  /// Of an entry that the ledger made by itself: the description of what it acts on.
  public var description: ByteText?
  /// The counted item: of a usage charge, of a settlement whose hold counts usage (the first item),
  /// and of what reverses either.
  public var item: ItemName?
  /// A thing in the caller's system, where the caller named one.
  public var reference: Reference?
  /// A JSON object of the caller's.
  public var metadata: JSONValue?
  /// When it happened in the caller's world, where the caller said so.
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
  /// Of the page view: how many pages `total` makes.
  public var pageCount: Int?
  /// Where the ledger ends because what is older was archived: the instant up to which it was; `nil`
  /// where more pages follow, and where the ledger was read to its first entry. What was archived does
  /// not count in `total`.
  public var archivedThrough: Instant?

  package init(entries: [LedgerEntry], nextCursor: String?, total: Int?, pageCount: Int?) {
    self.entries = entries
    self.nextCursor = nextCursor
    self.total = total
    self.pageCount = pageCount
  }
}

/// The use of an item by an account.
public struct UsageView: Hashable, Sendable {
  /// The item.
  public var item: ItemName
  /// Of the limit with least remaining; without limits the use of all time.
  public var used: Amount
  /// The maximum of the limit shown; `nil` without limits.
  public var limit: Amount?
  /// What is left of the limit shown, never below 0; `nil` without limits.
  public var remaining: Amount?
  /// The window of the limit shown; `nil` for all time.
  public var periodStart: Instant?
  /// When that window ends and the count starts again; `nil` for all time.
  public var periodEnd: Instant?
  /// The window of the limit shown; `nil` without limits.
  public var window: Window?
  /// What happens above a limit.
  public var overage: UsageOverage
  /// Every limit in force, in the order of the definition.
  public var limits: [LimitView]

  /// One limit, and its use.
  public struct LimitView: Hashable, Sendable {
    /// The limit, of the definition or of the account's own.
    public var limit: UsageLimit
    /// What was used of it in the present window.
    public var used: Amount
    /// What is left of it, never below 0.
    public var remaining: Amount
    /// When its window began; `nil` for all time.
    public var periodStart: Instant?
    /// When its window ends; `nil` for all time.
    public var periodEnd: Instant?
  }
}
