package import Holdfast

/// What a store hands out, for the checker.
struct AuditedContents: AuditableStore {
  let contents: any StoredContents

  func auditedTenants() async throws -> [TenantName] { try await contents.storedTenants() }

  func auditedDefinitions(
    of tenant: TenantName
  ) async throws -> [ItemName: [UsageItemDefinition]] {
    try await contents.storedDefinitions(of: tenant).items
  }

  func auditedGroups(
    _ keys: [IdempotencyKey], of tenant: TenantName
  ) async throws -> [IdempotencyKey: Digest]? {
    try await contents.storedGroups(keys, in: tenant)
  }

  func auditAccounts(
    of tenant: TenantName, _ visit: (AccountContents) async throws -> Void
  ) async throws {
    try await contents.visitStoredAccounts(of: tenant) { try await visit(AccountContents($0)) }
  }

  func auditSums(
    of tenant: TenantName, _ visit: (StoredSum) throws -> Void
  ) async throws -> Bool {
    try await contents.visitStoredSums(of: tenant, visit)
  }

  func auditedConsumption(
    _ query: ConsumptionQuery, of tenant: TenantName
  ) async throws -> ConsumptionStatistics? {
    try await (contents as? any LedgerStore)?.consumption(query, in: tenant)
  }

  func auditedUsage(
    _ query: UsageQuery, of tenant: TenantName
  ) async throws -> UsageStatistics? {
    try await (contents as? any LedgerStore)?.usageStatistics(query, in: tenant)
  }
}

extension AccountContents {
  package init(_ stored: StoredAccount) {
    let state = stored.state
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
      overrides: state.overrides.mapValues { $0.map(\.limits) },
      disagreements: stored.disagreements)
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
      repayments: state.repayments, checkpoint: state.journal.checkpoint,
      kept: state.journal.kept, rows: state.journal.all)
  }
}

extension MeterContents {
  init(_ state: UsageMeter) {
    self.init(
      item: state.item, version: state.version, lifetime: state.lifetime, records: state.records,
      counters: state.counters, revision: state.revision, checkpoint: state.journal.checkpoint,
      rows: state.journal.kept + state.journal.all)
  }
}
