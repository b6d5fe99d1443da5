/// A part of a tenant's feed.
public struct Changes: Hashable, Sendable {
  /// At most as many as asked for; empty when nothing is newer.
  public var changes: [Change]
  /// Where the next part begins.
  public var cursor: String
  /// Whether this part would have more changes, had they not been archived before they were read: up
  /// to when they were; `nil` when it is whole.
  public var archivedThrough: Instant?

  package init(changes: [Change], cursor: String, archivedThrough: Instant? = nil) {
    self.changes = changes
    self.cursor = cursor
    self.archivedThrough = archivedThrough
  }
}

/// A transition of a balance or of a counted item.
public struct Change: Hashable, Sendable {
  /// Whose balance or item it is.
  public var account: AccountName
  /// The balance's unit; `nil` for a counted item.
  public var unit: UnitName?
  /// The counted item; `nil` for a balance.
  public var item: ItemName?
  /// 1, 2, 3, … within the balance or the item.
  public var version: Int64
  /// When it took effect; never decreases along the versions.
  public var createdAt: Instant
  /// What happened, such as `reserve`, `settlement`, `lapse` or `expiry`.
  public var event: String
  /// The row, of a balance.
  public var entryId: EntryID?
  /// How the posted figure changed; 0 for a counted item.
  public var postedDelta: Amount
  /// How what is held changed; 0 for a counted item.
  public var heldDelta: Amount
  /// The posted figure after it; 0 for a counted item.
  public var postedAfter: Amount
  /// What the balance held after it; 0 for a counted item.
  public var heldAfter: Amount
  /// Pieces counted or, negative, taken back.
  public var usageDelta: Amount
  /// The key of the command behind it; `nil` for what time did.
  public var key: IdempotencyKey?
}

extension Change {
  /// A row as the feed shows it.
  package init(_ row: JournalRow, at position: Position, account: AccountName) {
    self.init(
      account: account, unit: nil, item: nil, version: row.version, createdAt: row.instant,
      event: "\(row.event)", entryId: nil, postedDelta: row.delta.posted,
      heldDelta: row.delta.held, postedAfter: row.after.posted, heldAfter: row.after.held,
      usageDelta: row.usage?.delta ?? 0, key: row.cause?.key)
    switch position.stream {
    case .balance(let unit):
      self.unit = unit
      entryId = EntryID(position)
    case .usage(let item):
      self.item = item
    }
  }
}
