internal import Holdfast

/// What remains of an account when it was checked: what is wrong with it, and what has to be compared
/// with other accounts.
struct AuditedAccount: Sendable {
  let findings: Findings
  let rows: Int
  private(set) var departures: [Departure] = []
  /// With the row that each names as its other side.
  private(set) var arrivals: [(source: Position, arrival: Arrival)] = []
  private(set) var members: [GroupMember] = []
  /// From when on a release or a report could have had nothing to do.
  private(set) var firstSilence: Instant?
  /// Up to where rows were archived, and when the last of them was written.
  private(set) var archivedBalances: [Position] = []
  private(set) var archivedThrough: [Instant] = []
  private(set) var reports = ReportAudit()
  /// What its rows come to; `nil` where there is nothing to compare that with.
  private(set) var sums: RowSums?

  /// The answer to a member of a group.
  struct GroupMember: Sendable {
    let cause: PreparedCommand
    let instant: Instant
    let place: String
  }

  /// - Parameter isSummed: Whether the store keeps sums of rows.
  init(
    _ contents: AccountContents, definitions: [ItemName: [UsageItemDefinition]], isSummed: Bool
  ) {
    var audit = AccountAudit(contents, definitions: definitions)
    audit.run()
    for text in contents.disagreements {
      audit.findings.add(.replay, "account \(contents.name), \(text)")
    }
    findings = audit.findings
    rows = audit.rows
    for balance in audit.balances.values {
      departures += balance.departures
      arrivals += balance.arrivals.map { ($0.key, $0.value) }
    }
    reports.add(contents)
    if isSummed { sums = RowSums(contents) }
    for balance in contents.balances {
      if let checkpoint = balance.checkpoint {
        archivedBalances.append(
          Position(
            account: contents.id, stream: .balance(balance.unit), version: checkpoint.version))
        archivedThrough.append(checkpoint.instant)
      }
      let place = "account \(contents.name), unit \(balance.unit)"
      for row in balance.kept { note(row, place) }
      for row in balance.rows { note(row, place) }
    }
    for meter in contents.meters {
      if let checkpoint = meter.checkpoint { archivedThrough.append(checkpoint.instant) }
      for row in meter.rows { note(row, "account \(contents.name), item \(meter.item)") }
    }
  }

  private mutating func note(_ row: JournalRow, _ place: @autoclosure () -> String) {
    if row.event == .report || (row.hold.map { $0.status != .open } ?? false) {
      firstSilence = min(row.instant, firstSilence ?? row.instant)
    }
    guard row.isAnswer, let cause = row.cause, cause.group != nil else { return }
    members.append(
      GroupMember(
        cause: cause, instant: row.instant, place: "\(place()), version \(row.version)"))
  }
}
