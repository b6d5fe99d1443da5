/// A new lot of credit.
///
/// Refused as `invalid_argument` when it would expire before it could be used, and as
/// `amount_overflow`.
public struct Credit: Hashable, Sendable {
  /// The balance that it goes to.
  public var unit: UnitName
  /// 1 … 2⁵³ − 1.
  public var amount: Amount
  /// Any kind but the ledger's own: `settlement`, `usage`, `expiry`, `void`, `reversal`, `transfer`.
  public var kind: EntryKind
  /// When what is left lapses; `nil` for never.
  public var expiresAt: Instant?
  /// When it starts to count; `nil` or an instant that is past for now.
  public var effectiveAt: Instant?
  /// Lower burns first; −2³¹ … 2³¹ − 1.
  public var priority: Int
  /// Whether it was bought or given; decides the order of burning and no more.
  public var category: Category
  /// What was paid for the whole lot, in a denomination of the caller's; 0 … 2⁵³ − 1.
  public var costBasis: Amount?
  /// What is reported with its entry; `occurredAt` is refused.
  public var details: Details

  /// Paid credit of kind `grant` that counts from now on and never expires, unless said otherwise.
  public init(
    unit: UnitName, amount: Amount, kind: EntryKind = .grant, expiresAt: Instant? = nil,
    effectiveAt: Instant? = nil, priority: Int = 0, category: Category = .paid,
    costBasis: Amount? = nil, details: Details = .none
  ) {
    self.unit = unit
    self.amount = amount
    self.kind = kind
    self.expiresAt = expiresAt
    self.effectiveAt = effectiveAt
    self.priority = priority
    self.category = category
    self.costBasis = costBasis
    self.details = details
  }

  /// Whether credit was bought or given. At equal priority and expiry, promotional burns first.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// Given.
    case promotional
    /// Bought.
    case paid
  }
}
