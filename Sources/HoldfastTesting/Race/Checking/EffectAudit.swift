internal import Holdfast

/// Compares the calls of one effect with the rows that it has.
struct EffectAudit {
  let key: RaceKey
  let effect: KeyGroup.Effect
  private(set) var findings: [RaceFinding] = []
  /// The rows with the time in which they came into being.
  private(set) var stamped: [StampedRow] = []

  private var name: String { "\(effect.identity.word.rawValue) under key \(key.text)" }

  init(_ effect: KeyGroup.Effect, key: RaceKey) {
    self.key = key
    self.effect = effect
    let causes = effect.answers.first.map(causes(of:)) ?? []
    stamp(causes)
    checkNumber(causes)
    if let answer = effect.answers.first { checkAnswers(answer) } else { checkUnanswered() }
    checkReused(causes)
  }

  /// The calls that can have written the row.
  private func causes(of row: RaceRow) -> [RecordedCall] {
    effect.calls.filter { $0.mayHaveActed && $0.call.asks(row) }
  }

  private mutating func stamp(_ causes: [RecordedCall]) {
    let first = causes.first { $0.effect?.duplicate == false }
    let invoked = first?.invoked ?? causes.map(\.invoked).min() ?? .min
    let returned = causes.map(\.returned).min() ?? .max
    let isFinal = causes.contains { $0.call.isFinal }
    let due = (first ?? causes.first).flatMap {
      StampedRow.Due($0.call, invoked: max(0, invoked), returned: returned)
    }
    stamped = effect.rows.map {
      StampedRow($0, invoked: invoked, returned: returned, isFinal: isFinal, due: due)
    }
  }

  private mutating func add(
    _ invariant: RaceInvariant, _ detail: String, _ calls: [RecordedCall]
  ) {
    findings.append(RaceFinding(invariant, "\(name): \(detail)", calls: calls, rows: stamped))
  }

  /// An effect is there at most once, and because somebody asked for it.
  private mutating func checkNumber(_ causes: [RecordedCall]) {
    if effect.answers.count > 1 {
      let versions = effect.answers.map { "\($0.version)" }.joined(separator: " and ")
      add(
        .once, "it had its effect \(effect.answers.count) times, in rows \(versions)", effect.calls)
    }
    let firsts = effect.calls.filter {
      $0.effect?.duplicate == false && $0.effect?.isSilent == false
    }
    if firsts.count > 1 {
      add(.once, "\(firsts.count) calls were told that theirs was the first", firsts)
    }
    guard !effect.rows.isEmpty, causes.isEmpty else { return }
    if effect.answers.isEmpty {
      add(.durable, "it has rows that follow from it, and not its own", effect.calls)
    } else if effect.calls.isEmpty {
      add(.durable, "its row is there, and no call explains it", [])
    } else if effect.calls.allSatisfy({ !$0.mayHaveActed }) {
      add(.durable, "its row is there, and every call was told that nothing happened", effect.calls)
    } else {
      add(.durable, "its row is there, and no call asked for that amount", effect.calls)
    }
  }

  /// Every answer says what the row says.
  private mutating func checkAnswers(_ row: RaceRow) {
    for call in effect.calls {
      guard let told = call.effect else { continue }
      let invariant: RaceInvariant = told.duplicate ? .once : .durable
      guard call.call.asks(row) else {
        add(invariant, "it was answered to a call that asks for something else", [call])
        continue
      }
      for (figure, answer, journal) in differences(told, call.call, row) {
        add(
          invariant, "the answer says \(figure) \(answer), the journal \(journal)", [call])
      }
    }
  }

  private func differences(
    _ told: RaceAnswer.Effect, _ call: RaceCall, _ row: RaceRow
  ) -> [(figure: String, told: Int64, row: Int64)] {
    var found: [(String, Int64, Int64)] = []
    func compare(_ figure: String, _ told: Int64?, _ row: Int64?) {
      if let told, let row, told != row { found.append((figure, told, row)) }
    }
    compare("version", told.version == 0 ? nil : told.version, row.version)
    compare("amount", told.amount, row.effect)
    compare("shortfall", told.shortfall, row.effect.map { call.amount - $0 })
    compare("posted", told.posted, effect.rows.last { $0.stream == row.stream }?.postedAfter)
    return found
  }

  /// What was acknowledged has a row; a release of what was closed had nothing to do.
  private mutating func checkUnanswered() {
    let lost = effect.calls.filter { $0.effect?.isSilent == false }
    guard !lost.isEmpty else { return }
    add(.durable, "it was acknowledged, and is not in the journal", lost)
  }

  /// A key is refused as used only when it was, for something else.
  private mutating func checkReused(_ causes: [RecordedCall]) {
    for call in effect.calls where call.refusal?.code == .idempotencyKeyReused {
      guard let row = effect.answers.first else {
        add(.once, "it was refused as used, and nothing was done under it", [call])
        continue
      }
      let invoked = stamped.first?.invoked ?? .min
      if call.call.asks(row), !causes.contains(where: { !$0.call.asksTheSame(as: call.call) }) {
        add(.once, "it was refused as used by a call that asks for the same", [call])
      } else if invoked > call.returned {
        add(.once, "it was refused as used before it was", [call])
      }
    }
  }
}

extension RaceAnswer.Effect {
  /// What a release of a closed reservation is told: it had nothing to do, and left no row.
  fileprivate var isSilent: Bool { version == 0 && amount == 0 }
}

extension RaceCall {
  /// Whether the row does what the call asks for.
  fileprivate func asks(_ row: RaceRow) -> Bool {
    if case .call(_, _, _, let asked) = row.cause { asked == amount } else { false }
  }
}

extension RaceRow {
  /// What an answer calls the amount; `nil` where the row alone does not tell.
  var effect: Int64? {
    switch event {
    case .credit: postedDelta
    case .debit, .transferOut, .settlement: -postedDelta
    case .reserve: heldDelta
    case .release: -heldDelta
    case .reversal: abs(postedDelta)
    case .usage: usageDelta
    case .overdraftLimit: overdraftAfter
    default: nil
    }
  }
}
