import Holdfast
import HoldfastTesting
import Synchronization

/// One ledger behind several stores, as behind several processes: each call goes to the next. Tenants
/// get other names on the way.
final class TurnsStore: LedgerStore {
  private let stores: [any LedgerStore]
  let rename: @Sendable (TenantName) -> TenantName
  private let turn = Atomic<Int>(0)

  init(_ stores: [any LedgerStore], rename: @escaping @Sendable (TenantName) -> TenantName) {
    self.stores = stores
    self.rename = rename
  }

  var next: any LedgerStore {
    stores[turn.wrappingAdd(1, ordering: .relaxed).newValue % stores.count]
  }

  private func renamed(_ command: Command) -> Command {
    var command = command
    command.tenant = rename(command.tenant)
    return command
  }

  private func renamed(_ group: Group) -> Group {
    Group(tenant: rename(group.tenant), key: group.key, commands: group.commands.map(renamed))
  }

  private func renamed(_ address: AccountAddress) -> AccountAddress {
    AccountAddress(tenant: rename(address.tenant), account: address.account)
  }

  func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    try await next.submit(renamed(command))
  }

  func submit(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try await next.submit(commands.map(renamed))
  }

  func submit(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try await next.submit(renamed(group))
  }

  func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try await next.preview(commands.map(renamed))
  }

  func preview(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try await next.preview(renamed(group))
  }

  func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant?,
    expiringWithin seconds: Int
  ) async throws(LedgerError) -> Balance {
    try await next.balance(of: unit, renamed(address), asOf: instant, expiringWithin: seconds)
  }

  func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    try await next.balances(of: renamed(address))
  }

  func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName?
  ) async throws(LedgerError) -> Reservation {
    try await next.reservation(reference, in: rename(tenant), account: account)
  }

  func openReservations(
    of address: AccountAddress, unit: UnitName?
  ) async throws(LedgerError) -> [Reservation] {
    try await next.openReservations(of: renamed(address), unit: unit)
  }

  func lots(of unit: UnitName, _ address: AccountAddress) async throws(LedgerError) -> [LotView] {
    try await next.lots(of: unit, renamed(address))
  }

  func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    try await next.ledger(of: unit, renamed(address), page)
  }

  func usage(
    of address: AccountAddress, item: ItemName?
  ) async throws(LedgerError) -> [UsageView] {
    try await next.usage(of: renamed(address), item: item)
  }

  func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    var query = query
    query.account = renamed(query.account)
    return try await next.explain(query)
  }

  func changes(
    in tenant: TenantName, after cursor: String?, limit: Int
  ) async throws(LedgerError) -> Changes {
    try await next.changes(in: rename(tenant), after: cursor, limit: limit)
  }

  func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition? {
    try await next.definition(of: unit, in: rename(tenant))
  }

  func define(_ unit: UnitDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await next.define(unit, in: rename(tenant))
  }

  func define(_ item: UsageItemDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await next.define(item, in: rename(tenant))
  }

  func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    try await next.overrideLimits(limits, of: item, for: renamed(address))
  }

  func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    try await next.sweep(rename(tenant))
  }
}
