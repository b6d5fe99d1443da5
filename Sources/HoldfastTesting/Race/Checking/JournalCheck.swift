internal import Holdfast

/// The check of a history against a journal: first by key, then by balance and by reservation.
struct JournalCheck {
  private let header: RaceHeader
  private let names: RaceNames
  private var findings: RaceFindings
  private var report: HistoryReport
  private let byKey: ExternalSort<KeyItem>
  private let byStream: ExternalSort<StampedRow>
  private let queries: ExternalSort<StreamQuery>
  private let byHold: ExternalSort<HoldItem>
  /// Whether only those rows are there that show a finding.
  private let isPartial: Bool

  /// A call to be judged by the states of a balance or an item.
  private struct StreamQuery: BitwiseCopyable {
    let stream: RaceStream
    let call: RecordedCall

    static func sortKey(_ query: StreamQuery) -> SortKey {
      SortKey(first: query.stream.number64, second: query.call.invoked)
    }
  }

  init(_ header: RaceHeader, _ checker: HistoryChecker, isPartial: Bool = false) {
    self.header = header
    self.isPartial = isPartial
    names = RaceNames(header)
    findings = RaceFindings(limit: checker.listing)
    report = HistoryReport(header)
    // At most two of them are filled or read at one time.
    let budget = checker.memory / 4
    byKey = ExternalSort(budget: budget, by: KeyItem.sortKey)
    byStream = ExternalSort(budget: budget) {
      SortKey(first: $0.row.stream.number64, second: $0.row.version)
    }
    queries = ExternalSort(budget: budget, by: StreamQuery.sortKey)
    byHold = ExternalSort(budget: budget, by: HoldItem.sortKey)
  }

  // MARK: What comes in

  mutating func read(_ history: RaceHistory) throws(HistoryError) {
    var pairing = CallPairing()
    var rows: [RaceRow] = []
    while let event = try history.next() {
      let call = try pairing.take(event, row: { rows.append($0) })
      if let call { try take(call) }
    }
    for row in rows { try take(row) }
    for call in pairing.rest() { try take(call) }
    report.faults = pairing.faults
    report.truncated = history.truncated
  }

  private mutating func take(_ call: RecordedCall) throws(HistoryError) {
    report.counts.add(call)
    try names.require(call.call)
    if call.call.word == .balance {
      guard call.effect != nil else { return }
      return try ask(.balance(call.call.account, unit: call.call.unit), call)
    }
    try byKey.add(.call(call))
    if call.call.subject != nil { try byKey.add(.acting(call)) }
    guard let refusal = call.refusal else { return }
    switch refusal.code {
    case .insufficientBalance, .overdraftLimitExceeded:
      try ask(.balance(call.call.account, unit: call.call.unit), call)
    case .limitExceeded where call.call.item != nil:
      try ask(.usage(call.call.account, item: call.call.item ?? 0), call)
    case .reservationNotFound, .reservationClosed, .reservationExpired,
      .settlementExceedsReservation, .idempotencyKeyReused:
      report.counts.judged += 1
    case .invalidArgument: judgeInvalid(call)
    default: report.unjudged[refusal.code?.rawValue ?? "other", default: 0] += 1
    }
  }

  /// A run sends nothing that is wrong, except that a credit can be on the way for longer than what
  /// it brings was to last.
  private mutating func judgeInvalid(_ call: RecordedCall) {
    report.counts.judged += 1
    let end = call.call.expires.map { Int64($0) * 1_000_000 } ?? .max
    guard call.call.word != .credit || end > call.returned + JournalCheck.clockSlack else { return }
    findings.add(
      RaceFinding(
        .realTime, "a \(call.call.word.rawValue) was refused as invalid, and it was not",
        calls: [call]))
  }

  /// By how much the clocks of servers, of workers with a skew and of the run may differ.
  private static let clockSlack: Int64 = 3_000_000

  private mutating func ask(
    _ stream: RaceStream, _ call: RecordedCall
  ) throws(HistoryError) {
    report.counts.judged += 1
    try queries.add(StreamQuery(stream: stream, call: call))
  }

  mutating func take(_ contents: AccountContents) throws(HistoryError) {
    guard let account = names.account(contents.name) else {
      findings.add(
        RaceFinding(.durable, "account \(contents.name): no call explains it"))
      return
    }
    for balance in contents.balances {
      try take(balance.rows, names.stream(account, balance.unit), "unit \(balance.unit)", account)
    }
    for meter in contents.meters {
      try take(meter.rows, names.stream(account, meter.item), "item \(meter.item)", account)
    }
  }

  private mutating func take(
    _ rows: [JournalRow], _ stream: RaceStream?, _ name: String, _ account: Int32
  ) throws(HistoryError) {
    guard let stream else {
      findings.add(
        RaceFinding(
          .durable, "\(RaceHeader.accountName(account)), \(name): no call explains its rows"))
      return
    }
    for row in rows { try take(RaceRow(row, in: stream, names)) }
  }

  private mutating func take(_ row: RaceRow) throws(HistoryError) {
    report.rows += 1
    switch row.cause {
    case .call(let key, _, _, _): try byKey.add(.row(row, key))
    // What was there before the run preceded all of it.
    case .opening: try emit(StampedRow(row, invoked: .min, returned: -1))
    case .time, .foreign: try emit(StampedRow(row, invoked: .min, returned: .max))
    }
  }

  // MARK: The passes

  /// - Parameter ledger: what is wrong with the ledger by itself.
  mutating func finish(with ledger: CheckReport) throws(HistoryError) -> HistoryReport {
    var ledgerCounts: [String: Int] = [:]
    for violation in ledger.violations { ledgerCounts[violation.invariant, default: 0] += 1 }
    let own = ledger.violations.map { RaceFinding(ledger: $0) }
    try checkKeys()
    try checkStreams()
    try checkHolds()
    report.findings = own + findings.listed
    report.findingCounts = findings.counts.merging(ledgerCounts, uniquingKeysWith: +)
    return report
  }

  private func emit(_ stamped: StampedRow) throws(HistoryError) {
    try byStream.add(stamped)
    switch stamped.row.event {
    case .reserve, .increase, .extend, .report, .settlement, .release, .lapse:
      try byHold.add(.row(stamped))
    default: break
    }
  }

  private mutating func checkKeys() throws(HistoryError) {
    let items = try byKey.sorted()
    while let group = try KeyGroup(from: items) {
      for effect in group.effects {
        let audit = EffectAudit(effect, key: group.key)
        for finding in audit.findings { findings.add(finding) }
        for stamped in audit.stamped { try emit(stamped) }
      }
      for call in group.acting {
        if let subject = group.subject(of: call.call) {
          guard call.call.word != .reverse else { continue }
          try byHold.add(.call(call, subject.stream, subject.version))
        } else if let refusal = call.refusal, refusal.code?.needsReservation == true {
          findings.add(
            RaceFinding(
              .realTime,
              """
              \(call.call.word.rawValue) was refused with \(refusal.code?.rawValue ?? ""), and \
              there never was a reservation under key \(group.key.text)
              """, calls: [call]))
        }
      }
    }
  }

  private mutating func checkStreams() throws(HistoryError) {
    let rows = try byStream.sorted()
    let queries = try queries.sorted()
    while true {
      let streams = [rows.peek()?.row.stream, queries.peek()?.stream]
      guard let stream = streams.compactMap(\.self).min() else { return }
      var audit = StreamAudit(stream, header, isPartial: isPartial)
      while let query = queries.peek(), query.stream == stream {
        _ = try queries.next()
        while audit.needsMore(for: query.call), let row = rows.peek(), row.row.stream == stream {
          _ = try rows.next()
          audit.take(row)
        }
        audit.judge(query.call, isAtEnd: audit.needsMore(for: query.call))
      }
      while let row = rows.peek(), row.row.stream == stream {
        _ = try rows.next()
        audit.take(row)
      }
      audit.finish()
      for finding in audit.findings { findings.add(finding) }
    }
  }

  private mutating func checkHolds() throws(HistoryError) {
    let items = try byHold.sorted()
    while let audit = try HoldAudit(from: items, header) {
      for finding in audit.findings { findings.add(finding) }
    }
  }
}

extension RaceFinding {
  fileprivate init(ledger violation: Violation) {
    self.init(stated: violation.invariant, violation.detail)
  }
}

extension LedgerError.Code {
  /// Whether it can only be said of a reservation that there is, or was.
  fileprivate var needsReservation: Bool {
    switch self {
    case .reservationClosed, .reservationExpired, .settlementExceedsReservation: true
    default: false
    }
  }
}
