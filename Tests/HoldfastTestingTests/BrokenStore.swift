import Holdfast

/// A store that passes everything on, but alters what a single command answers.
final class BrokenStore: PassingStatisticsOn {
  let store: InMemoryStore
  var behind: any LedgerStore { store }
  private let alter: @Sendable (Command, inout CommandResult) -> Void

  init(
    _ store: InMemoryStore,
    alter: @escaping @Sendable (Command, inout CommandResult) -> Void
  ) {
    self.store = store
    self.alter = alter
  }

  func submit(_ command: Command) async throws(LedgerError) -> CommandResult {
    var result = try await store.submit(command)
    alter(command, &result)
    return result
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

  func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    try await store.balances(of: address)
  }

  func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName?
  ) async throws(LedgerError) -> Reservation {
    try await store.reservation(reference, in: tenant, account: account)
  }

  func openReservations(
    of address: AccountAddress, unit: UnitName?
  ) async throws(LedgerError) -> [Reservation] {
    try await store.openReservations(of: address, unit: unit)
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

  func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    try await store.explain(query)
  }

  func changes(
    in tenant: TenantName, after cursor: String?, limit: Int
  ) async throws(LedgerError) -> Changes {
    try await store.changes(in: tenant, after: cursor, limit: limit)
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
