/// Writing what is due, and showing what was written.
extension WorkingSet {
  /// Writes what is due in every account of the tenant.
  package mutating func sweep(
    _ tenant: TenantName, at now: Instant
  ) throws(LedgerError) -> SweepReport {
    var report = SweepReport(expiredReservations: 0, expiredLots: 0, lagMicroseconds: 0)
    for id in accounts.all.filter({ $0.tenant == tenant }).map(\.id) {
      report.add(sweep(id, at: now))
    }
    return report
  }

  /// Writes what is due in an account; nothing when it is not at hand.
  package mutating func sweep(_ id: AccountID, at now: Instant) -> SweepReport {
    var report = SweepReport(expiredReservations: 0, expiredLots: 0, lagMicroseconds: 0)
    guard let slot = accounts.slot(of: id) else { return report }
    withAccount(at: slot) { account in
      guard let due = account.nextDue(by: now) else { return }
      report.lagMicroseconds = now.microseconds - due.microseconds
      let written = account.unpublished.count
      account.advance(to: max(now, account.lastInstant))
      for reference in account.unpublished[written...] {
        switch account.row(reference)?.event {
        case .lapse: report.expiredReservations += 1
        case .settlement: report.expiredReservations += 1
        case .expiry: report.expiredLots += 1
        default: break
        }
      }
    }
    return report
  }

  /// The row as the feed shows it; `nil` for another tenant's.
  func change(_ entry: FeedEntry, in tenant: TenantName) -> Change? {
    guard let slot = slot(of: entry.account, in: tenant),
      let row = accounts[slot: slot].row(entry.row)
    else { return nil }
    return Change(
      row, at: accounts[slot: slot].position(entry.row), account: accounts[slot: slot].name)
  }
}

extension SweepReport {
  /// Adds what another part of the sweep wrote.
  package mutating func add(_ other: SweepReport) {
    expiredReservations += other.expiredReservations
    expiredLots += other.expiredLots
    lagMicroseconds = max(lagMicroseconds, other.lagMicroseconds)
  }
}

extension AccountState {
  mutating func overrideLimits(_ limits: [UsageLimit]?, of item: ItemName) {
    overrides[item, default: []].append(UsageOverride(limits: limits))
  }
}
