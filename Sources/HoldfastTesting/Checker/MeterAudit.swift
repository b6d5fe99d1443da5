internal import Holdfast

/// Reads the rows of a counted item from the first to the last.
struct MeterAudit {
  let account: AccountID
  let tenant: TenantName
  /// `account ada, item image`.
  let place: String
  let contents: MeterContents
  /// Every revision of the item's definition, and of the account's limits.
  let definitions: [UsageItemDefinition]
  let overrides: [[UsageLimit]?]
  var findings = Findings(limit: 200)

  var records: [Int64: AuditedRecord] = [:]
  /// The versions of the records, oldest first.
  var order: [Int64] = []
  var lifetime: Int128 = 0
  var tallies: [UsageLimit: WindowTally] = [:]
  private var lastInstant: Instant?

  init(
    _ contents: MeterContents, of account: AccountContents, definitions: [UsageItemDefinition]
  ) {
    self.account = account.id
    tenant = account.tenant
    place = "account \(account.name), item \(contents.item)"
    self.contents = contents
    self.definitions = definitions
    overrides = account.overrides[contents.item] ?? []
  }

  mutating func run() {
    for (index, row) in contents.rows.enumerated() {
      if row.version != Int64(index) + 1 {
        note(.chain, row, "it stands where version \(index + 1) belongs")
      }
      if let lastInstant, row.instant < lastInstant {
        note(
          .time, row,
          "it stands at \(row.instant.microseconds), the row before at \(lastInstant.microseconds)")
      }
      lastInstant = row.instant
      // What is kept of an archived row has no command where it answers none.
      if row.version > contents.checkpoint?.version ?? 0 {
        for text in row.causeViolations(in: tenant) { note(.replay, row, text) }
      }
      if row.delta != .zero || row.after != .zero { note(.usage, row, "it moves a balance") }
      apply(row)
    }
    if contents.version != Int64(contents.rows.count) {
      findings.add(
        .chain, "\(place), version \(contents.version): there are \(contents.rows.count) rows")
    }
  }

  mutating func note(_ invariant: Invariant, _ row: JournalRow, _ text: String) {
    findings.add(invariant, "\(place), version \(row.version), \(row.event): \(text)")
  }

  func position(_ version: Int64) -> Position {
    Position(account: account, stream: .usage(contents.item), version: version)
  }

  private mutating func apply(_ row: JournalRow) {
    guard let usage = row.usage else {
      note(.usage, row, "it does not say what it counts")
      return
    }
    lifetime += usage.delta.wide
    if usage.lifetimeAfter.wide != lifetime {
      note(.usage, row, "\(usage.lifetimeAfter) are used after it, the rows sum to \(lifetime)")
    }
    switch row.event {
    case .usage: count(row, usage)
    case .usageReversal: takeBack(row, usage)
    default: note(.replay, row, "it has no place among usage")
    }
  }

  private mutating func count(_ row: JournalRow, _ usage: UsageRow) {
    let amount = usage.delta.wide
    if amount <= 0 { note(.usage, row, "it counts \(amount)") }
    switch row.cause?.command.action {
    case .recordUsage(let action):
      if action.amount != usage.delta || action.item != contents.item || usage.hold != nil {
        note(.replay, row, "it counts \(usage.delta), its command asks for \(action.amount)")
      }
      checkAnswer(row, usage)
    case .reserve(let action):
      let asked = action.counts.filter { $0.item == contents.item }.map(\.amount)
      if asked != [usage.delta] || usage.hold == nil {
        note(.replay, row, "it counts \(usage.delta), its command asks for \(asked)")
      }
    default: break
    }
    let terms = terms(of: row.revision)
    if let terms {
      check(amount, usage, terms, row)
    } else {
      note(.replay, row, "there is no revision \(row.revision.definition) of its definition")
    }
    if (row.counterpart.position != nil) != (usage.charged.value > 0) {
      note(
        .usage, row,
        "it cost \(usage.charged), and names \(row.counterpart.position == nil ? "no" : "a") charge"
      )
    }
    var record = AuditedRecord(
      version: row.version, instant: row.instant, amount: amount, overflow: usage.overflow.wide,
      charged: usage.charged.wide, charge: row.counterpart.position, hold: usage.hold,
      revision: row.revision)
    if case .charge(let price) = terms?.overage { record.price = price }
    records[row.version] = record
    order.append(row.version)
    for limit in tallies.keys {
      if tallies[limit]?.bounds.contains(row.instant) == true {
        tallies[limit]?.used += amount
      } else {
        tallies[limit] = nil
      }
    }
  }

  private mutating func checkAnswer(_ row: JournalRow, _ usage: UsageRow) {
    guard case .usage(let answer) = row.remark, answer.allowed,
      answer.recordId?.position == position(row.version), answer.chargedUnits == usage.charged
    else {
      note(.once, row, "it does not carry its answer")
      return
    }
  }

  private mutating func takeBack(_ row: JournalRow, _ usage: UsageRow) {
    let amount = -usage.delta.wide
    guard var record = records[row.subject] else {
      note(.usage, row, "version \(row.subject) counted nothing")
      return
    }
    record.reversed += amount
    record.credited -= usage.charged.wide
    if row.cause == nil { record.isTakenBackByTime = true }
    if amount <= 0 || record.reversed > record.amount {
      note(.usage, row, "\(record.reversed) were taken back of \(record.amount)")
    }
    if let action = row.cause?.command.action, case .reverseUsage(let reverse) = action {
      let asked = reverse.amount?.wide ?? amount
      if reverse.record.position != position(row.subject) || asked != amount {
        note(.replay, row, "it takes back \(amount) of version \(row.subject), asked \(asked)")
      }
    }
    records[row.subject] = record
    for limit in tallies.keys
    where tallies[limit]?.bounds.contains(record.instant) == true {
      tallies[limit]?.used -= amount
    }
  }
}

/// What was counted once, as its rows make it.
struct AuditedRecord {
  let version: Int64
  let instant: Instant
  let amount: Int128
  /// Pieces above a limit, and what they cost.
  let overflow: Int128
  let charged: Int128
  let charge: Position?
  let hold: Position?
  let revision: Revision
  var price: UsagePrice?
  var reversed: Int128 = 0
  /// What its reversals gave back of the charge.
  var credited: Int128 = 0
  /// Whether a lapse took it back, which gives back only what the bounds allow.
  var isTakenBackByTime = false
}

/// What was counted in a window.
struct WindowTally {
  let bounds: WindowBounds
  var used: Int128
}
