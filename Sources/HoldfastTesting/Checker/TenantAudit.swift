internal import Holdfast

/// Checks the accounts of a tenant one after the other, and what goes on between them.
struct TenantAudit {
  private let definitions: [ItemName: [UsageItemDefinition]]
  private var findings: Findings
  private var transfers = Transfers()
  private var groups = Groups()
  /// What the rows come to, less what the store keeps of it; `nil` when it keeps no sums.
  var sums: RowSums?
  private var reports = ReportAudit()
  private var report = CheckReport()

  init(definitions: [ItemName: [UsageItemDefinition]], listing: Int) {
    self.definitions = definitions
    findings = Findings(limit: listing)
  }

  var progress: CheckProgress {
    CheckProgress(accounts: report.accounts, rows: report.rows, violations: findings.count)
  }

  mutating func add(_ contents: AccountContents) {
    var audit = AccountAudit(contents, definitions: definitions)
    audit.run()
    findings.absorb(audit.findings)
    for text in contents.disagreements {
      findings.add(.replay, "account \(contents.name), \(text)")
    }
    sums?.add(contents)
    reports.add(contents)
    report.accounts += 1
    report.rows += audit.rows
    for balance in audit.balances.values {
      for departure in balance.departures { transfers.add(departure, &findings) }
      for (source, arrival) in balance.arrivals {
        transfers.add(arrival, from: source, &findings)
      }
    }
    for balance in contents.balances {
      if let checkpoint = balance.checkpoint {
        transfers.noteArchived(
          through: Position(
            account: contents.id, stream: .balance(balance.unit), version: checkpoint.version))
        groups.noteArchived(through: checkpoint.instant)
      }
      for row in balance.kept + balance.rows {
        note(row, "account \(contents.name), unit \(balance.unit)", of: contents.id)
      }
    }
    for meter in contents.meters {
      if let checkpoint = meter.checkpoint { groups.noteArchived(through: checkpoint.instant) }
      for row in meter.rows {
        note(row, "account \(contents.name), item \(meter.item)", of: contents.id)
      }
    }
  }

  private mutating func note(
    _ row: JournalRow, _ place: @autoclosure () -> String, of id: AccountID
  ) {
    if row.event == .report || (row.hold.map { $0.status != .open } ?? false) {
      groups.noteSilencePossible(from: row.instant)
    }
    guard row.isAnswer, let cause = row.cause, cause.group != nil else { return }
    groups.add(
      cause, at: row.instant, place: "\(place()), version \(row.version)", &findings)
  }

  /// The groups of which a member has a row.
  var groupKeys: [IdempotencyKey] { groups.keys }

  /// - Parameter stored: The fingerprints that the store keeps; `nil` when it keeps none.
  mutating func compare(groups stored: [IdempotencyKey: Digest]?) {
    if let stored { groups.compare(stored, &findings) }
  }

  /// Statistics are asked for where nothing else was found: what does not hang together has no right
  /// sum, and a store need not even be able to make one of it.
  mutating func compareReports(_ store: any AuditableStore, of tenant: TenantName) async throws {
    guard findings.count == 0 else { return }
    for text in try await reports.differences(store, of: tenant) { findings.add(.reports, text) }
  }

  mutating func finish() -> CheckReport {
    transfers.finish(&findings)
    sums?.compare(&findings)
    report.groupsWithSilentMembers = groups.finish(&findings)
    report.violations = findings.violations
    report.unlisted = findings.unlisted
    return report
  }
}
