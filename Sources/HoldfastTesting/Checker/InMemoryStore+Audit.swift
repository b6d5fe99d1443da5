package import Holdfast

extension InMemoryStore: AuditableStore {
  package func auditedTenants() -> [TenantName] { tenants }

  package func auditedDefinitions(of tenant: TenantName) -> [ItemName: [UsageItemDefinition]] {
    definitions(of: tenant).items
  }

  package func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) throws -> Void
  ) throws {
    let accounts = accounts(of: tenant).sorted { $0.name < $1.name }
    for account in accounts { try visit(AccountContents(account)) }
  }
}

extension AccountContents {
  package init(_ state: AccountState) {
    var keys: [KeyIdentity: Position] = [:]
    for (digest, reference) in state.keys.all {
      let stream: StreamName =
        switch reference.stream {
        case .balance(let index): .balance(state.balances[index].unit)
        case .meter(let index): .usage(state.meters[index].item)
        }
      keys[KeyIdentity(digest: digest)] = Position(
        account: state.id, stream: stream, version: reference.version)
    }
    self.init(
      id: state.id, tenant: state.tenant, name: state.name,
      lastInstant: state.lastInstant.microseconds == .min ? nil : state.lastInstant,
      openReservationCount: state.openHoldCount, balances: state.balances.map(BalanceContents.init),
      meters: state.meters.map(MeterContents.init), keys: keys,
      overrides: state.overrides.mapValues { $0.map(\.limits) })
  }
}

extension BalanceContents {
  init(_ state: BalanceState) {
    var lots = state.exhausted
    for lot in state.lots.values { lots[lot.version] = lot }
    var closedHolds: [Int64: Int64] = [:]
    for row in state.journal.all where row.event == .reserve {
      let closer = state.journal.closer(of: row.version)
      if closer != 0 { closedHolds[row.version] = closer }
    }
    self.init(
      unit: state.unit, version: state.version, figures: state.figures, lots: lots,
      holds: state.holds, closedHolds: closedHolds, reversed: state.reversed,
      repayments: state.repayments,
      rows: Array(state.journal.all))
  }
}

extension MeterContents {
  init(_ state: UsageMeter) {
    self.init(
      item: state.item, version: state.version, lifetime: state.lifetime, records: state.records,
      counters: state.counters, revision: state.revision, rows: Array(state.journal.all))
  }
}
