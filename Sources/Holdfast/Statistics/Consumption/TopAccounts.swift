/// The accounts that consumed most of a unit, the greatest first.
public struct TopAccounts: Hashable, Sendable {
  /// As many as were asked for, or as consumed anything; of equals the first in byte order.
  public var accounts: [Entry]
  /// What all the others consumed.
  public var rest: Int64
  /// What the whole tenant consumed, in the period.
  public var total: Int64
  /// The instant at which it was read.
  public var readAt: Instant
  /// Whether the figures are final, see `Statistics.isClosed`.
  public var isClosed: Bool

  package init(
    accounts: [Entry], rest: Int64, total: Int64, readAt: Instant, isClosed: Bool
  ) {
    self.accounts = accounts
    self.rest = rest
    self.total = total
    self.readAt = readAt
    self.isClosed = isClosed
  }

  /// An account and what it consumed.
  public struct Entry: Hashable, Sendable {
    /// Whose it is.
    public var account: AccountName
    /// All figures of the account, in the period.
    public var figures: ConsumptionFigures

    package init(account: AccountName, figures: ConsumptionFigures) {
      self.account = account
      self.figures = figures
    }
  }
}
