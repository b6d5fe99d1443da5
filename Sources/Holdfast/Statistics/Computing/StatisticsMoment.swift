/// The instant at which statistics are read, and whether their period is over by then.
package struct StatisticsMoment: Sendable {
  /// The present instant.
  package let readAt: Instant
  private let end: Instant
  private var isAnythingUnwritten = false

  /// - Parameters:
  ///   - now: The present instant of the store, or that of the last row of the one account that is
  ///     read, when it is later.
  ///   - period: What is read.
  package init(now: Instant, _ period: StatisticsPeriod) {
    readAt = now
    end = period.to
  }

  /// Whether the period lies in the past and all that was due in it is written, as far as the
  /// accounts looked at tell.
  package var isClosed: Bool { end <= readAt && !isAnythingUnwritten }

  /// The account with what is due by now; notes whether that was written.
  package mutating func present(_ stored: AccountState) -> AccountState {
    var account = stored
    if let due = account.nextDue(by: readAt), due < end { isAnythingUnwritten = true }
    account.advance(to: max(readAt, account.lastInstant))
    return account
  }
}
