/// What to explain of an account.
public struct ExplainQuery: Hashable, Sendable {
  /// Whose figures; the account need not exist.
  public var account: AccountAddress
  /// One balance; `nil` for all. An entry or reservation of another unit is not found.
  public var unit: UnitName?
  /// What about them.
  public var subject: Subject
  /// The most steps shown of a timeline, the latest; 1 … 10,000.
  public var limit: Int

  /// A question about the balances of an account as they are now, unless said otherwise.
  public init(
    account: AccountAddress, unit: UnitName? = nil, subject: Subject = .balance, limit: Int = 200
  ) {
    self.account = account
    self.unit = unit
    self.subject = subject
    self.limit = limit
  }

  /// What is asked.
  public enum Subject: Hashable, Sendable {
    /// What the figures are made of now.
    case balance
    /// What the figures were made of at a past instant, its own transitions included. One that lies
    /// ahead is `invalid_argument`.
    case asOf(Instant)
    /// What changed the figures from this instant until now. One that lies ahead is
    /// `invalid_argument`.
    case since(Instant)
    /// As `since`, so many seconds before the store's present instant; 1 … 3,155,760,000.
    case last(seconds: Int)
    /// What an entry did, what caused it and what became of it; else `entry_not_found`.
    case entry(EntryID)
    /// The life of a reservation; else `reservation_not_found`.
    case reservation(ReservationID)
    /// What was done under a key by whatever commands: the reservations that they worked on, and
    /// other entries. Nothing at all is `entry_not_found`.
    case key(IdempotencyKey)
  }

  package func validate() throws(LedgerError) {
    try account.validate()
    if let unit { try Validation.identifier(unit, "unit") }
    try Validation.range(limit, 1...10_000, "limit")
    switch subject {
    case .balance, .entry, .reservation: break
    case .asOf(let instant): try Validation.instant(instant, "asOf")
    case .since(let instant): try Validation.instant(instant, "since")
    case .last(let seconds): try Validation.range(seconds, 1...3_155_760_000, "last")
    case .key(let key): try Validation.identifier(key, "key")
    }
  }
}
