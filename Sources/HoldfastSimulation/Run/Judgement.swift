internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// Compares what was answered with what is there.
struct Judgement {
  let calls: [SimulatedCall]
  let plan: SimulationPlan
  private(set) var violations: [String] = []

  init(calls: [SimulatedCall], plan: SimulationPlan) {
    self.calls = calls
    self.plan = plan
  }

  /// The rows that answer each key.
  typealias Effects = [IdempotencyKey: [Position]]

  mutating func judge(_ store: PostgresStore, _ feed: FeedFollower) async throws {
    let before = try await contents(of: store)
    try await feed.finish(from: store)
    expectFeed(feed.seen, of: before)
    let effects = Judgement.effects(in: before)
    for (key, positions) in effects.sorted(by: { $0.key < $1.key }) where positions.count > 1 {
      note("key \(key) has \(positions.count) effects")
    }
    let byKeys = Dictionary(grouping: calls) { $0.submission.keys }
    expectExplained(effects, by: byKeys.keys)
    var judged: Set<[IdempotencyKey]> = []
    for call in self.calls where judged.insert(call.submission.keys).inserted {
      let calls = byKeys[call.submission.keys] ?? []
      expectEffects(of: calls, effects)
      expectOneAnswer(to: calls)
      let again = await Simulation.send([calls[0].submission], to: store)[0]
      expectSame(calls, again: again, effects)
    }
    expectRealTime()
    expectAnswersInTime()
    expectRefusalsApart()
    try await expectSound(before)
    try await expectSound(contents(of: store))
  }

  private mutating func note(_ violation: String) {
    violations.append(violation)
  }

  private func contents(of store: PostgresStore) async throws -> LedgerContents {
    try await LedgerContents(of: CallScript.tenant, in: store)
  }

  private mutating func expectSound(_ contents: LedgerContents) async throws {
    let report = try await LedgerChecker().check(contentsOf: contents, tenant: CallScript.tenant)
    for violation in report.violations { note("\(violation)") }
  }

  static func effects(in contents: LedgerContents) -> Effects {
    var effects: Effects = [:]
    for account in contents.accounts {
      for balance in account.balances {
        for row in balance.rows where row.isAnswer {
          guard let cause = row.cause else { continue }
          effects[cause.key, default: []].append(
            Position(account: account.id, stream: .balance(balance.unit), version: row.version))
        }
      }
      for meter in account.meters {
        for row in meter.rows where row.isAnswer {
          guard let cause = row.cause else { continue }
          effects[cause.key, default: []].append(
            Position(account: account.id, stream: .usage(meter.item), version: row.version))
        }
      }
    }
    return effects
  }

  private mutating func expectExplained(
    _ effects: Effects, by keys: some Sequence<[IdempotencyKey]>
  ) {
    let known = Set(keys.flatMap { $0 })
    for key in effects.keys.sorted() where !known.contains(key) {
      note("nobody asked for the effect under key \(key)")
    }
  }

  /// What was acknowledged is there, what was refused is not, and of a group all is there or nothing.
  private mutating func expectEffects(of calls: [SimulatedCall], _ effects: Effects) {
    let keys = calls[0].submission.keys
    let there = keys.filter { effects[$0] != nil }
    let name = keys.map(\.string).joined(separator: ", ")
    if !there.isEmpty, there.count < keys.count { note("\(name): a part of a group is there") }
    if let answered = calls.first(where: { $0.results.map(Judgement.hasEffect) ?? false }) {
      if there.isEmpty { note("\(name) was answered with a result and is not there") }
      let named = answered.results.map { SimulatedCall.positions(in: $0) } ?? []
      let rows = Set(keys.flatMap { effects[$0] ?? [] })
      for position in named where answered.submission.isCommand && !rows.contains(position) {
        if case .transfer = answered.results?.first?.outcome { continue }
        note("\(name) was answered with row \(position.version), which is not its row")
      }
    } else if !there.isEmpty, !calls.contains(where: \.isUnknown) {
      let codes = calls.compactMap { $0.error?.code.rawValue }
      note("\(name) is there, and was answered \(codes.joined(separator: ", "))")
    }
  }

  /// Some answers say that nothing was to be done, or that it was not allowed.
  private static func hasEffect(_ results: [CommandResult]) -> Bool {
    results.allSatisfy { result in
      switch result.outcome {
      case .release(let release): release.released
      case .recordUsage(let usage): usage.allowed
      default: true
      }
    }
  }

  /// One effect is answered as new once, and always alike.
  private mutating func expectOneAnswer(to calls: [SimulatedCall]) {
    let answers = calls.compactMap(\.results)
    guard let first = answers.first, Judgement.hasEffect(first) else { return }
    let name = calls[0].submission.keys.map(\.string).joined(separator: ", ")
    if answers.count(where: { !$0[0].duplicate }) > 1 { note("\(name) was applied twice") }
    if answers.contains(where: { $0.map(\.outcome) != first.map(\.outcome) }) {
      note("\(name) was answered in two ways")
    }
    for call in calls where call.result != nil && !call.isUnknown && call.error != nil {
      let isLate = calls.contains { $0.results != nil && $0.ended ?? .max < call.began }
      if isLate, !call.isToBeRepeated { note("\(name) was refused after it was applied") }
    }
  }

  /// The same call once more is answered as it was, and as a duplicate if it had an effect.
  private mutating func expectSame(
    _ calls: [SimulatedCall], again: Result<[CommandResult], LedgerError>, _ effects: Effects
  ) {
    let name = calls[0].submission.keys.map(\.string).joined(separator: ", ")
    let isThere = calls[0].submission.keys.contains { effects[$0] != nil }
    switch again {
    case .failure(let error):
      if isThere { note("\(name) is there, and is answered \(error.code.rawValue) again") }
      if SimulatedCall.isNoAnswer(error), !calls[0].isPoisonous {
        note("\(name) gets no answer: \(error)")
      }
    case .success(let results):
      guard Judgement.hasEffect(results) else { return }
      if results.contains(where: { $0.duplicate != isThere }) {
        note("\(name) is answered as \(isThere ? "new" : "a duplicate")")
      }
      guard isThere, let first = calls.lazy.compactMap(\.results).first else { return }
      if first.map(\.outcome) != results.map(\.outcome) { note("\(name) is answered otherwise") }
    }
  }

  /// What was answered before another call began has the lower version.
  private mutating func expectRealTime() {
    struct Stream: Hashable {
      let account: AccountID
      let name: StreamName
    }
    var streams: [Stream: [(began: Int64, ended: Int64, version: Int64)]] = [:]
    for call in calls {
      guard let results = call.results, let ended = call.ended, !results[0].duplicate else {
        continue
      }
      for position in SimulatedCall.positions(in: results) {
        streams[Stream(account: position.account, name: position.stream), default: []].append(
          (call.began, ended, position.version))
      }
    }
    for rows in streams.values {
      let byEnd = rows.sorted { $0.ended < $1.ended }
      var next = 0
      var highest: Int64 = 0
      for row in rows.sorted(by: { $0.began < $1.began }) {
        while next < byEnd.count, byEnd[next].ended < row.began {
          highest = max(highest, byEnd[next].version)
          next += 1
        }
        if row.version <= highest {
          note("version \(row.version) began after \(highest) was answered")
        }
      }
    }
  }

  /// What the server refuses of one caller's data is no other's affair.
  private mutating func expectRefusalsApart() {
    for call in calls where !call.isPoisonous && call.error?.detail == "sqlstate_22021" {
      let name = call.submission.keys.map(\.string).joined(separator: ", ")
      note("\(name) was refused for the data of another")
    }
  }

  /// Every row once, and those of a stream in order.
  private mutating func expectFeed(_ seen: [FeedRow], of contents: LedgerContents) {
    var last: [FeedRow: Int64] = [:]
    for row in seen {
      let stream = FeedRow(account: row.account, stream: row.stream, version: 0)
      if row.version <= last[stream, default: 0] {
        note("the feed shows \(row.account) \(row.stream) \(row.version) again, or late")
      }
      last[stream] = row.version
    }
    var count = 0
    for account in contents.accounts {
      count += account.balances.reduce(0) { $0 + $1.rows.count }
      count += account.meters.reduce(0) { $0 + $1.rows.count }
    }
    if seen.count != count { note("the feed shows \(seen.count) of \(count) rows") }
  }

  /// Nobody waits longer than the patience, and the tries of the batches before and of one's own: each
  /// may lose an answer in three exchanges.
  private mutating func expectAnswersInTime() {
    let tries = max(1, (plan.callers - 1 + plan.batchLimit - 1) / plan.batchLimit)
    let longest = Int64(plan.patienceSeconds + 3 * plan.answerSeconds * tries + 60) * 1_000_000
    for call in calls {
      guard let ended = call.ended, ended - call.began > longest else { continue }
      let name = call.submission.keys.map(\.string).joined(separator: ", ")
      note("\(name) was answered after \((ended - call.began) / 1_000_000) s")
    }
  }
}

extension SimulatedCall {
  static func isNoAnswer(_ error: LedgerError) -> Bool {
    switch error.code {
    case .overloaded, .unavailable, .outcomeUnknown, .cancelled, .schemaMismatch: true
    default: false
    }
  }
}

extension Submission {
  fileprivate var isCommand: Bool {
    if case .command = self { true } else { false }
  }
}
