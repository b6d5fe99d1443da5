internal import Synchronization

/// Definitions, overrides and the sweep.
extension InMemoryStore {
  public func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition? {
    try Validation.identifier(tenant, "tenant")
    try Validation.identifier(unit, "unit")
    return parts[0].set.withLock { $0.definitions[tenant]?.units[unit] }
  }

  public func define(
    _ unit: UnitDefinition, in tenant: TenantName
  ) async throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    try unit.validate()
    for part in parts {
      part.set.withLock { $0.definitions[tenant, default: TenantDefinitions()].define(unit) }
    }
  }

  public func define(
    _ item: UsageItemDefinition, in tenant: TenantName
  ) async throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    try item.validate()
    for part in parts {
      part.set.withLock { $0.definitions[tenant, default: TenantDefinitions()].define(item) }
    }
  }

  public func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    try address.validate()
    try Validation.identifier(item, "item")
    if let limits { try UsageItemDefinition.validate(limits) }
    let id = id(of: address)
    try withPart(of: id) { set throws(LedgerError) in
      _ = try set.setting(of: address.tenant).items([item])
      let id = set.makeAccount(address.account, in: address.tenant)
      try set.withAccount(id) { account in account.overrideLimits(limits, of: item) }
    }
  }

  public func sweep(_ tenant: TenantName) async throws(LedgerError) -> SweepReport {
    try Validation.identifier(tenant, "tenant")
    var report = SweepReport(expiredReservations: 0, expiredLots: 0, lagMicroseconds: 0)
    for part in parts {
      let swept = try part.set.withLock { set throws(LedgerError) in
        let now = clock.now()
        guard clockGuard.isSteady(at: now) else { throw ClockGuard.stepped }
        return try set.sweep(tenant, at: now)
      }
      report.add(swept)
    }
    return report
  }
}
