/// What keeps a ledger: it applies commands and answers questions about what it holds.
///
/// Every store passes the conformance suite of `HoldfastTesting`. What any of them promises:
/// - A command is applied atomically, and once per (tenant, account, command, key).
/// - An answer is given only when it would survive whatever the store survives.
/// - If one call returned before another on the same balance began, its row has the lower version.
/// - What is due has happened, whether or not anybody swept.
/// - `LedgerError.effect` says whether something may have happened.
public protocol LedgerStore: Sendable {
  /// Applies one command.
  func submit(_ command: Command) async throws(LedgerError) -> CommandResult

  /// Applies commands independently of each other, in order; a result for each.
  ///
  /// At most 10,000; more is `invalid_argument`.
  func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>]

  /// Applies the members all or nothing; the error carries `failedIndex`.
  func submit(_ group: Group) async throws(LedgerError) -> [CommandResult]

  /// What the list would do now, one command after the other. Nothing is written.
  func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>]

  /// What the group would do now. Nothing is written.
  func preview(_ group: Group) async throws(LedgerError) -> [CommandResult]

  /// The figures of a balance; of one that does not exist, zeros.
  ///
  /// - Parameters:
  ///   - unit: What is counted.
  ///   - address: Whose it is; the account need not exist.
  ///   - instant: A past instant, its own transitions included; `nil` for now. One that lies ahead is
  ///     `invalid_argument`.
  ///   - seconds: How far ahead `expiringSoon` looks, 0 … 31,536,000.
  func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant?,
    expiringWithin seconds: Int
  ) async throws(LedgerError) -> Balance

  /// The figures of all balances of an account, in byte order of their units.
  func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance]

  /// A reservation by its id, or by the key of its reserve. Without an account every account of the
  /// tenant is looked at.
  func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName?
  ) async throws(LedgerError) -> Reservation

  /// Oldest first; of one unit, or of all.
  func openReservations(
    of address: AccountAddress, unit: UnitName?
  ) async throws(LedgerError) -> [Reservation]

  /// The lots with something remaining, in burn order.
  func lots(of unit: UnitName, _ address: AccountAddress) async throws(LedgerError) -> [LotView]

  /// The entries of a balance, newest first.
  func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries

  /// The use of one item, or of every item defined in the tenant.
  func usage(
    of address: AccountAddress, item: ItemName?
  ) async throws(LedgerError) -> [UsageView]

  /// What figures, an entry or a reservation are made of: the rows behind them.
  ///
  /// An account that does not exist has no balances; of a unit that it does not have all is zero.
  func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation

  /// Transitions of a tenant, in an order that never shows a later one of a balance before an earlier.
  ///
  /// - Parameters:
  ///   - tenant: Whose transitions.
  ///   - cursor: Where an earlier answer ended; `nil` for the beginning.
  ///   - limit: 1 … 10,000.
  func changes(
    in tenant: TenantName, after cursor: String?, limit: Int
  ) async throws(LedgerError) -> Changes

  /// What came into the balances of a unit and what left them, by calendar bucket and group.
  ///
  /// Like every statistic it is one snapshot, with what is due included. A period of more than
  /// `StatisticsPeriod.mostBuckets` buckets is `invalid_argument`, and so are groups of together more
  /// than 1,000,000 figures, each with the number and the limit; a sum past 64 bits is
  /// `amount_overflow`.
  func consumption(
    _ query: ConsumptionQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ConsumptionStatistics

  /// What was counted of items, by calendar bucket and group.
  func usageStatistics(
    _ query: UsageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> UsageStatistics

  /// How reservations of a unit ended, by calendar bucket and group.
  func reservationStatistics(
    _ query: ReservationQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ReservationStatistics

  /// The most that was held of a unit at one instant, by calendar bucket.
  func heldPeaks(
    _ query: HeldPeaksQuery, in tenant: TenantName
  ) async throws(LedgerError) -> HeldPeaks

  /// What of a unit will lapse when, as things stand now, by calendar bucket and group.
  func expiringCredits(
    _ query: ExpiringQuery, in tenant: TenantName
  ) async throws(LedgerError) -> ExpiringCredits

  /// What of a unit was granted and what lapsed unused, by calendar bucket and group.
  func breakage(
    _ query: BreakageQuery, in tenant: TenantName
  ) async throws(LedgerError) -> Breakage

  /// How a unit is shown; `nil` where nobody has defined it.
  func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition?

  /// Defines how a unit is shown. For administration only.
  func define(_ unit: UnitDefinition, in tenant: TenantName) async throws(LedgerError)

  /// Defines an item, or its next revision. For administration only.
  func define(_ item: UsageItemDefinition, in tenant: TenantName) async throws(LedgerError)

  /// Gives an account limits of its own for an item; `nil` puts the definition's back. For
  /// administration only.
  func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError)

  /// Writes what is due in the tenant. Nothing depends on it.
  func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport
}

/// An account of a tenant.
public struct AccountAddress: Hashable, Sendable {
  /// The tenant that the account belongs to.
  public var tenant: TenantName
  /// The account within it.
  public var account: AccountName

  /// The account of this name in the tenant; it need not exist yet.
  public init(tenant: TenantName, account: AccountName) {
    self.tenant = tenant
    self.account = account
  }

  package func validate() throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    try Validation.identifier(account, "account")
  }
}

/// What a sweep wrote.
public struct SweepReport: Hashable, Sendable {
  /// Reservations that lapsed.
  public var expiredReservations: Int
  /// Lots of which something lapsed.
  public var expiredLots: Int
  /// How long the oldest of it had been due.
  public var lagMicroseconds: Int64

  /// - Parameters:
  ///   - expiredReservations: Reservations that lapsed.
  ///   - expiredLots: Lots of which something lapsed.
  ///   - lagMicroseconds: How long the oldest of it had been due.
  public init(expiredReservations: Int, expiredLots: Int, lagMicroseconds: Int64) {
    self.expiredReservations = expiredReservations
    self.expiredLots = expiredLots
    self.lagMicroseconds = lagMicroseconds
  }
}
