/// Reduces the history of an adapter to the calls that show a finding.
///
/// What belongs together is left out together: a reservation with all that acts on it. What is left
/// out is made up for by what the account begins with, always in the adapter's favour, so that what
/// is left convicts by itself.
struct AdapterEvidence {
  private let finding: RaceFinding
  private let checker: HistoryChecker
  private var header: RaceHeader
  private var parts: [Part] = []
  private var last: RaceBalance?
  private let account: Int32
  private let kind: Kind

  /// When all that matters has happened.
  private var end: Int64 {
    switch kind {
    case .granted: finding.place?.at ?? .max
    case .refused: finding.calls.first?.returned ?? .max
    case .figures, .calls: .max
    }
  }

  /// What a finding rests on.
  private enum Kind {
    case granted
    case refused
    /// Figures that were read, at the end or on the way.
    case figures
    /// Calls that contradict each other whatever else happened.
    case calls
  }

  /// Calls that belong together, with their lines.
  fileprivate struct Part {
    let key: RaceKey
    var calls: [RecordedCall] = []
    var events: [RaceEvent] = []
  }

  init(
    _ finding: RaceFinding, _ history: RaceHistory, _ checker: HistoryChecker
  ) throws(HistoryError) {
    self.finding = finding
    self.checker = checker
    header = history.header
    account = finding.place?.stream.account ?? finding.calls.first?.call.account ?? 0
    kind =
      switch (finding.place, finding.calls.first?.call.word) {
      case (nil, _): .calls
      case (_, .balance?): .figures
      case (_, _?): .refused
      case (_, nil): finding.invariant == RaceInvariant.floor.rawValue ? .granted : .figures
      }
    try read(history)
  }

  private mutating func read(_ history: RaceHistory) throws(HistoryError) {
    var places: [RaceKey: Int] = [:]
    var pairing = CallPairing()
    var lines: [RaceCall.ID: RaceEvent] = [:]
    var found: [(RecordedCall, [RaceEvent])] = []
    while let event = try history.next() {
      if case .invoked(let call) = event.content {
        guard event.at <= end, call.account == account || call.to == account else { continue }
        lines[call.id] = event
      }
      if case .returned(let id, _) = event.content, lines[id] == nil { continue }
      guard let call = try pairing.take(event), let line = lines.removeValue(forKey: call.call.id)
      else { continue }
      found.append((call, [line, event]))
    }
    for call in pairing.rest() {
      if let line = lines.removeValue(forKey: call.call.id) { found.append((call, [line])) }
    }
    last = pairing.balances.last { $0.account == account }
    for (call, events) in found {
      let key = call.call.subject ?? call.call.key
      let place = places[key] ?? parts.count
      if place == parts.count {
        parts.append(Part(key: key))
        places[key] = place
      }
      parts[place].calls.append(call)
      parts[place].events += events
    }
  }

  // MARK: Reducing

  func reduced() throws(HistoryError) -> RaceEvidence {
    var kept = self
    if kind == .calls {
      let keys = Set(finding.calls.map { $0.call.subject ?? $0.call.key })
      kept.parts.removeAll { !keys.contains($0.key) }
      return kept.evidence
    }
    // Halves, quarters, …, single parts: whatever can be left out is.
    var size = max(1, kept.parts.count / 2)
    while true {
      var start = 0
      while start < kept.parts.count {
        let range = start..<min(start + size, kept.parts.count)
        if let fewer = kept.without(range), try fewer.showsFinding() {
          kept = fewer
        } else {
          start = range.upperBound
        }
      }
      if size == 1 { break }
      size = max(1, size / 2)
    }
    return kept.evidence
  }

  private var evidence: RaceEvidence {
    RaceEvidence(finding: finding, header: header, events: events)
  }

  private var events: [RaceEvent] {
    var events = parts.flatMap(\.events).sorted { $0.at < $1.at }
    if kind == .figures, finding.calls.isEmpty, let last {
      events.append(RaceEvent(at: events.last?.at ?? 0, .balance(last)))
    }
    return events
  }

  /// Whether the same invariant is still contradicted, by what can contradict it.
  private func showsFinding() throws(HistoryError) -> Bool {
    if kind == .figures, finding.calls.isEmpty, !hasSuspects { return false }
    var check = AdapterCheck(header, checker)
    let findings = try check.findings(in: events)
    return findings.contains { other in
      guard other.invariant == finding.invariant else { return false }
      if kind == .granted { return other.place?.at == finding.place?.at }
      return finding.calls.isEmpty
        || other.calls.contains { $0.call.id == finding.calls.first?.call.id }
    }
  }

  /// Whether something is left that can have led figures astray: what was on the way together, or
  /// was sent again.
  private var hasSuspects: Bool {
    let calls = parts.flatMap(\.calls).filter { $0.effect != nil }.sorted {
      $0.invoked < $1.invoked
    }
    if finding.invariant == RaceInvariant.once.rawValue {
      return Set(calls.map(\.call.key)).count < calls.count
    }
    guard calls.contains(where: { $0.call.expires == nil }) else { return !calls.isEmpty }
    return zip(calls, calls.dropFirst()).contains { $0.returned > $1.invoked }
  }

  /// The same without some parts; `nil` where nothing can make up for them.
  private func without(_ range: Range<Int>) -> AdapterEvidence? {
    var fewer = self
    var change: Int64 = 0
    for part in parts[range] {
      guard let own = makeUp(for: part, &fewer.last) else { return nil }
      change += own
    }
    fewer.parts.removeSubrange(range)
    fewer.header.add(change, toOpeningOf: account)
    return fewer
  }

  /// What the account begins with in place of the part; `nil` where nothing can stand for it.
  private func makeUp(for part: Part, _ last: inout RaceBalance?) -> Int64? {
    let finals = Part.finals(part.calls)
    switch kind {
    case .calls: return 0
    case .granted:
      return finals.reduce(0) { sum, call in
        call.call.brings(to: account) ? sum + call.most : sum - (isOver(part) ? call.charged : 0)
      }
    case .refused:
      if part.calls.contains(where: { $0.call.id == finding.calls.first?.call.id }) { return nil }
      return -finals.reduce(0) { sum, call in
        if call.call.brings(to: account) || call.call.word == .release { return sum }
        return sum + (isOver(part) ? call.charged : call.most)
      }
    case .figures:
      if part.calls.contains(where: { $0.call.id == finding.calls.first?.call.id }) { return nil }
      guard part.calls.allSatisfy({ $0.effect != nil || $0.refusal != nil }) else { return nil }
      return exact(finals, &last)
    }
  }

  /// Whether nothing of it was on the way, or held, when it mattered.
  private func isOver(_ part: Part) -> Bool {
    let last = kind == .refused ? finding.calls.first?.invoked ?? .max : end
    guard part.calls.allSatisfy({ $0.returned < last || $0.returned == end }) else { return false }
    let isHold = part.calls.contains { $0.call.word == .reserve }
    return !isHold
      || part.calls.contains { call in
        guard let effect = call.effect else { return false }
        return (call.call.word == .release && effect.amount > 0)
          || (call.call.word == .settle && call.call.isFinal)
      }
  }

  /// What surely became of the figures.
  private func exact(_ calls: [RecordedCall], _ last: inout RaceBalance?) -> Int64? {
    var posted: Int64 = 0
    var held: Int64 = 0
    var isClosed = false
    var mayLapse = false
    for call in calls {
      guard let amount = call.effect?.amount else { continue }
      switch call.call.word {
      case .credit: posted += amount
      case .debit: posted -= amount
      case .transfer: posted += call.call.account == account ? -amount : amount
      case .reserve:
        mayLapse = call.call.expires != nil
        held += amount
      case .settle:
        posted -= amount
        held -= amount
        if call.call.isFinal { isClosed = true }
      case .release: isClosed = true
      case .balance: break
      default: return nil
      }
    }
    if isClosed { held = 0 } else if mayLapse { return nil }
    if let known = last?.held { last?.held = known - held }
    return posted
  }
}

extension AdapterEvidence.Part {
  /// One call for each effect.
  fileprivate static func finals(_ calls: [RecordedCall]) -> [RecordedCall] {
    struct Identity: Hashable {
      let key: RaceKey
      let word: RaceWord
    }
    var found: [Identity: RecordedCall] = [:]
    for call in calls where call.mayHaveActed {
      let identity = Identity(key: call.call.key, word: call.call.word)
      if found[identity]?.effect == nil { found[identity] = call }
    }
    return Array(found.values)
  }
}

extension RecordedCall {
  /// What it surely drew from what was posted.
  fileprivate var charged: Int64 {
    switch call.word {
    case .debit, .transfer, .settle: effect?.amount ?? 0
    default: 0
    }
  }

  /// The most that it can have been.
  fileprivate var most: Int64 { effect?.amount ?? call.amount }
}

extension RaceCall {
  /// Whether it adds to the account's figures.
  fileprivate func brings(to account: Int32) -> Bool {
    word == .credit || word == .reverse || (word == .transfer && to == account)
  }
}

extension RaceHeader {
  /// Has an account begin with more, or with less.
  fileprivate mutating func add(_ change: Int64, toOpeningOf account: Int32) {
    guard change != 0 else { return }
    accounts = max(accounts, account + 1)
    var amounts = (0..<accounts).map { openingAmount(account: $0, unit: 0) }
    amounts[Int(account)] += change
    opening = [.each(amounts)] + opening.dropFirst()
  }
}
