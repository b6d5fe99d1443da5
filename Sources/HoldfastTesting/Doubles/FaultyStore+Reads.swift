public import Holdfast

/// What meets no faults: it is passed on while the store is connected.
extension FaultyStore {
  public func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try await connected().preview(commands)
  }

  public func preview(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try await connected().preview(group)
  }

  public func balance(
    of unit: UnitName, _ address: AccountAddress, asOf instant: Instant?,
    expiringWithin seconds: Int
  ) async throws(LedgerError) -> Balance {
    try await connected().balance(of: unit, address, asOf: instant, expiringWithin: seconds)
  }

  public func balances(of address: AccountAddress) async throws(LedgerError) -> [Balance] {
    try await connected().balances(of: address)
  }

  public func reservation(
    _ reference: ReservationReference, in tenant: TenantName, account: AccountName?
  ) async throws(LedgerError) -> Reservation {
    try await connected().reservation(reference, in: tenant, account: account)
  }

  public func openReservations(
    of address: AccountAddress, unit: UnitName?
  ) async throws(LedgerError) -> [Reservation] {
    try await connected().openReservations(of: address, unit: unit)
  }

  public func lots(of unit: UnitName, _ address: AccountAddress) async throws(LedgerError)
    -> [LotView]
  {
    try await connected().lots(of: unit, address)
  }

  public func ledger(
    of unit: UnitName, _ address: AccountAddress, _ page: LedgerPage
  ) async throws(LedgerError) -> LedgerEntries {
    try await connected().ledger(of: unit, address, page)
  }

  public func usage(
    of address: AccountAddress, item: ItemName?
  ) async throws(LedgerError) -> [UsageView] {
    try await connected().usage(of: address, item: item)
  }

  public func explain(_ query: ExplainQuery) async throws(LedgerError) -> Explanation {
    try await connected().explain(query)
  }

  public func changes(
    in tenant: TenantName, after cursor: String?, limit: Int
  ) async throws(LedgerError) -> Changes {
    try await connected().changes(in: tenant, after: cursor, limit: limit)
  }

  public func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition? {
    try await connected().definition(of: unit, in: tenant)
  }

  public func define(_ unit: UnitDefinition, in tenant: TenantName) async throws(LedgerError) {
    try await connected().define(unit, in: tenant)
  }

  public func define(
    _ item: UsageItemDefinition, in tenant: TenantName
  ) async throws(LedgerError) {
    try await connected().define(item, in: tenant)
  }

  public func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    try await connected().overrideLimits(limits, of: item, for: address)
  }

  public func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    try await connected().sweep(tenant)
  }
}
