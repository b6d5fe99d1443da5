internal import Holdfast

/// Compares the accounts of a tenant with each other, one after the other.
struct TenantAudit {
  private var findings: Findings
  private var transfers = Transfers()
  private var groups = Groups()
  /// The sums that the store keeps; `nil` when it keeps none.
  private let stored: [StoredSum]?
  private var sums = RowSums()
  private var reports = ReportAudit()
  private var report = CheckReport()

  init(listing: Int, sums stored: [StoredSum]?) {
    findings = Findings(limit: listing)
    self.stored = stored
  }

  var progress: CheckProgress {
    CheckProgress(accounts: report.accounts, rows: report.rows, violations: findings.count)
  }

  mutating func add(_ account: AuditedAccount) {
    findings.absorb(account.findings)
    report.accounts += 1
    report.rows += account.rows
    for departure in account.departures { transfers.add(departure, &findings) }
    for (source, arrival) in account.arrivals { transfers.add(arrival, from: source, &findings) }
    for position in account.archivedBalances { transfers.noteArchived(through: position) }
    for instant in account.archivedThrough { groups.noteArchived(through: instant) }
    if let silence = account.firstSilence { groups.noteSilencePossible(from: silence) }
    for member in account.members {
      groups.add(member.cause, at: member.instant, place: member.place, &findings)
    }
    reports.add(account.reports)
    if let own = account.sums { sums.add(own) }
  }

  /// The groups of which a member has a row.
  var groupKeys: [IdempotencyKey] { groups.keys }

  /// - Parameter stored: The fingerprints that the store keeps; `nil` when it keeps none.
  mutating func compare(groups stored: [IdempotencyKey: Digest]?) {
    if let stored { groups.compare(stored, &findings) }
  }

  mutating func compareSums() {
    if let stored { sums.compare(with: stored, &findings) }
  }

  /// Statistics are asked for where nothing else was found: what does not hang together has no right
  /// sum, and a store need not even be able to make one of it.
  mutating func compareReports(_ store: any AuditableStore, of tenant: TenantName) async throws {
    guard findings.count == 0 else { return }
    for text in try await reports.differences(store, of: tenant) { findings.add(.reports, text) }
  }

  mutating func finish() -> CheckReport {
    transfers.finish(&findings)
    report.groupsWithSilentMembers = groups.finish(&findings)
    report.violations = findings.violations
    report.unlisted = findings.unlisted
    return report
  }
}
