internal import Holdfast

/// The check of a history without a journal: by key, then by balance. A grant is convicted only when
/// no order of the calls that real time allows can justify it.
struct AdapterCheck {
  private let header: RaceHeader
  private let names: RaceNames
  private var findings: RaceFindings
  private var report: HistoryReport
  private let byKey: ExternalSort<KeyItem>
  private let points: ExternalSort<BalancePoint>
  private let queries: ExternalSort<RecordedCall>
  private var balances: [RaceStream: RaceBalance] = [:]
  private var entries = 0

  init(_ header: RaceHeader, _ checker: HistoryChecker) {
    self.header = header
    names = RaceNames(header)
    findings = RaceFindings(limit: checker.listing)
    report = HistoryReport(header)
    let budget = checker.memory / 3
    byKey = ExternalSort(budget: budget, by: KeyItem.sortKey)
    points = ExternalSort(budget: budget, by: BalancePoint.sortKey)
    queries = ExternalSort(budget: budget) {
      SortKey(first: $0.stream.number64, second: $0.invoked)
    }
  }

  mutating func check(_ history: RaceHistory) throws(HistoryError) -> HistoryReport {
    try check { () throws(HistoryError) in try history.next() }
    report.truncated = history.truncated
    report.findings = findings.listed
    report.findingCounts = findings.counts
    return report
  }

  /// What is found in events that are in memory.
  mutating func findings(in events: [RaceEvent]) throws(HistoryError) -> [RaceFinding] {
    var rest = events[...]
    try check { () throws(HistoryError) in rest.popFirst() }
    return findings.listed
  }

  private mutating func check(
    _ next: () throws(HistoryError) -> RaceEvent?
  ) throws(HistoryError) {
    var pairing = CallPairing()
    var count = 0
    while let event = try next() {
      let byKey = byKey
      let call = try pairing.take(event) { entry throws(HistoryError) in
        try byKey.add(.entry(entry))
        count += 1
      }
      if let call { try take(call) }
    }
    for call in pairing.rest() { try take(call) }
    entries = count
    report.rows = count
    report.faults = pairing.faults
    for balance in pairing.balances {
      balances[.balance(balance.account, unit: balance.unit)] = balance
    }
    try checkKeys()
    try checkBalances()
  }

  private mutating func take(_ call: RecordedCall) throws(HistoryError) {
    report.counts.add(call)
    try names.require(call.call)
    if call.call.word == .balance {
      guard call.effect != nil else { return }
      report.counts.judged += 1
      return try queries.add(call)
    }
    try byKey.add(.call(call))
    if call.call.subject != nil { try byKey.add(.acting(call)) }
    guard let refusal = call.refusal else { return }
    guard refusal.code == .insufficientBalance else {
      report.unjudged[refusal.code?.rawValue ?? "other", default: 0] += 1
      return
    }
    report.counts.judged += 1
    try queries.add(call)
  }

  private mutating func checkKeys() throws(HistoryError) {
    let items = try byKey.sorted()
    while var group = try KeyGroup(from: items) {
      group.hasEntries = entries > 0
      let effects = AdapterEffects(group)
      for finding in effects.findings { findings.add(finding) }
      for point in effects.points { try points.add(point) }
    }
  }

  private mutating func checkBalances() throws(HistoryError) {
    let points = try points.sorted()
    let queries = try queries.sorted()
    var left = balances
    while true {
      let streams = [points.peek()?.stream, queries.peek()?.stream]
      guard let stream = streams.compactMap(\.self).min() else { break }
      var sweep = BalanceSweep(stream, header)
      while let point = points.peek(), point.stream == stream {
        while let query = queries.peek(), query.stream == stream, query.invoked < point.at {
          _ = try queries.next()
          sweep.ask(query)
        }
        _ = try points.next()
        sweep.take(point)
      }
      while let query = queries.peek(), query.stream == stream {
        _ = try queries.next()
        sweep.ask(query)
      }
      finish(&sweep, left.removeValue(forKey: stream))
    }
    // Nobody asked for anything there, so everything is as it was.
    for (stream, balance) in left.sorted(by: { $0.key < $1.key }) {
      var sweep = BalanceSweep(stream, header)
      finish(&sweep, balance)
    }
  }

  private mutating func finish(_ sweep: inout BalanceSweep, _ balance: RaceBalance?) {
    sweep.finish(balance)
    for finding in sweep.findings { findings.add(finding) }
  }
}

extension RecordedCall {
  fileprivate var stream: RaceStream { .balance(call.account, unit: call.unit) }
}
