/// Where credit came from and where it went: the rows behind a figure, what is due and not yet written
/// included.
public struct Explanation: Hashable, Sendable {
  /// Whose figures.
  public var account: AccountAddress
  /// The instant at which everything here is so: now, or the past one that was asked for.
  public var instant: Instant
  /// Up to when rows were archived: what was before is not explained. `nil` where nothing was.
  public var archivedThrough: Instant?
  /// Of questions about balances, in byte order of the units; empty when there are none.
  public var balances: [BalanceView] = []
  /// Of a question about a reservation, or of the key of what was done to one.
  public var reservations: [ReservationView] = []
  /// Of a question about an entry, or of the key of one.
  public var entries: [EntryView] = []

  init(account: AccountAddress, instant: Instant) {
    self.account = account
    self.instant = instant
  }
}
