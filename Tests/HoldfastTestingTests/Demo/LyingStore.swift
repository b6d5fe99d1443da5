import Holdfast

/// A store that is right but for one lie, so that a check which believes it can be told from one
/// that does not.
struct LyingStore: PassingStatisticsOn {
  let store: any LedgerStore
  var behind: any LedgerStore { store }
  let lie: Lie

  enum Lie: CaseIterable {
    /// One balance says a credit more than it has.
    case posted
    case held
    /// One change is left out of the feed.
    case change
    /// One change says another amount than it was.
    case delta
    /// An open reservation says that less is left of its hold.
    case reservation
  }

  let account: AccountName

  func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    var balances = try await store.balances(of: address)
    guard address.account == account, !balances.isEmpty else { return balances }
    if lie == .posted { balances[0].posted += 1 }
    if lie == .held { balances[0].held += 1 }
    return balances
  }

  func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    try await store.explain(query)
  }

  func changes(
    in tenant: TenantName, after cursor: String?, limit: Int
  ) async throws(LedgerError) -> Changes {
    var part = try await store.changes(in: tenant, after: cursor, limit: limit)
    let index = part.changes.lastIndex { $0.account == account && $0.postedDelta != 0 }
    guard let index else { return part }
    if lie == .change { part.changes.remove(at: index) }
    if lie == .delta { part.changes[index].postedDelta += 1 }
    return part
  }

  func openReservations(
    of address: AccountAddress, unit: UnitName?
  ) async throws(LedgerError) -> [Reservation] {
    var reservations = try await store.openReservations(of: address, unit: unit)
    if lie == .reservation, address.account == account, !reservations.isEmpty {
      reservations[0].remainingReserved -= 1
    }
    return reservations
  }
}

extension LyingStore {
  func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    try await store.submit(command)
  }

  func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try await store.submit(commands)
  }

  func submit(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try await store.submit(group)
  }

  func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try await store.preview(commands)
  }

  func preview(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try await store.preview(group)
  }

  func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant?,
    expiringWithin seconds: Int
  ) async throws(LedgerError) -> Balance {
    try await store.balance(of: unit, address, asOf: instant, expiringWithin: seconds)
  }

  func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName?
  ) async throws(LedgerError) -> Reservation {
    try await store.reservation(reference, in: tenant, account: account)
  }

  func lots(of unit: UnitName, _ address: AccountAddress) async throws(LedgerError) -> [LotView] {
    try await store.lots(of: unit, address)
  }

  func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    try await store.ledger(of: unit, address, page)
  }

  func usage(
    of address: AccountAddress, item: ItemName?
  ) async throws(LedgerError) -> [UsageView] {
    try await store.usage(of: address, item: item)
  }

  func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition? {
    try await store.definition(of: unit, in: tenant)
  }

  func define(_ unit: UnitDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await store.define(unit, in: tenant)
  }

  func define(_ item: UsageItemDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await store.define(item, in: tenant)
  }

  func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    try await store.overrideLimits(limits, of: item, for: address)
  }

  func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    try await store.sweep(tenant)
  }
}
