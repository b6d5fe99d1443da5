import Holdfast
import HoldfastTesting
import Testing

/// Ways to find something in a race, and to make it wrong.
extension RecordedRace {
  struct FoundAnswer {
    let index: Int
    let id: RaceCall.ID
    let effect: RaceAnswer.Effect
  }

  func call(_ id: RaceCall.ID) -> RaceCall? {
    for case .invoked(let call) in events.lazy.map(\.content) where call.id == id { return call }
    return nil
  }

  func ids(under key: RaceKey) -> Set<RaceCall.ID> {
    Set(
      events.compactMap { event in
        if case .invoked(let call) = event.content, call.key == key { call.id } else { nil }
      })
  }

  /// The place of an event, chosen at random among those that do.
  func index(
    _ random: inout SplitMix, before part: Double = 1, where isMeant: (RaceEvent) -> Bool
  ) throws -> Int {
    let places = events.indices.prefix(Int(Double(events.count) * part)).filter {
      isMeant(events[$0])
    }
    try #require(!places.isEmpty, "the race has such an event")
    return random.one(of: Array(places))
  }

  func answer(
    _ random: inout SplitMix, where isMeant: (RaceAnswer.Effect) -> Bool
  ) throws -> FoundAnswer {
    let index = try index(&random) { event in
      if case .returned(_, .applied(let effect)) = event.content { isMeant(effect) } else { false }
    }
    guard case .returned(let id, .applied(let effect)) = events[index].content else {
      throw NotThere()
    }
    return FoundAnswer(index: index, id: id, effect: effect)
  }

  struct NotThere: Error {}

  /// A call that was acknowledged, and whose effect is not a duplicate.
  func acknowledged(
    _ random: inout SplitMix, _ words: Set<RaceWord>, before part: Double = 1
  ) throws -> RaceCall {
    let calls = Dictionary(
      uniqueKeysWithValues: events.compactMap { event -> (RaceCall.ID, RaceCall)? in
        if case .invoked(let call) = event.content { (call.id, call) } else { nil }
      })
    let index = try index(&random, before: part) { event in
      guard case .returned(let id, .applied(let effect)) = event.content, let call = calls[id]
      else { return false }
      return words.contains(call.word) && !effect.duplicate && effect.amount > 0
    }
    guard case .returned(let id, _) = events[index].content, let call = calls[id] else {
      throw NotThere()
    }
    return call
  }

  mutating func changeAnswer(
    _ random: inout SplitMix, _ change: (inout RaceAnswer.Effect) -> Bool
  ) throws {
    let found = try answer(&random) { effect in
      var effect = effect
      return change(&effect)
    }
    var effect = found.effect
    _ = change(&effect)
    events[found.index].content = .returned(found.id, .applied(effect))
  }

  mutating func balance(
    of call: RaceCall, _ body: (inout BalanceContents) throws -> Void
  ) throws {
    try balance(of: call.account, body)
  }

  mutating func balance(
    of account: Int32, _ body: (inout BalanceContents) throws -> Void
  ) throws {
    let name = RaceHeader.accountName(account)
    let index = try #require(contents.accounts.firstIndex { $0.name == name })
    try body(&contents.accounts[index].balances[0])
  }

  /// Grants a reserve more than there was, and has history and journal agree on it.
  mutating func growGrant(_ random: inout SplitMix) throws {
    let call = try acknowledged(&random, [.reserve])
    var more: Amount = 0
    try balance(of: call) { balance in
      let index = try #require(
        balance.rows.firstIndex {
          $0.event == .reserve && $0.cause?.key == call.key.idempotencyKey
        })
      let row = balance.rows[index]
      more = row.after.available + 1
      var delta = row.delta
      delta.held += more
      balance.rows[index] = row.with(delta: delta, after: row.after)
      for later in index..<balance.rows.count {
        let row = balance.rows[later]
        var after = row.after
        after.held += more
        balance.rows[later] = row.with(delta: row.delta, after: after)
      }
    }
    for index in events.indices {
      switch events[index].content {
      case .invoked(var other) where other.key == call.key && other.word == .reserve:
        other.amount += more.value
        events[index].content = .invoked(other)
      case .returned(let id, .applied(var effect)) where ids(under: call.key).contains(id):
        effect.amount += more.value
        events[index].content = .returned(id, .applied(effect))
      default: break
      }
    }
  }

  /// Puts a call of a further client into the history, with nothing else on the way.
  mutating func insertCall(
    at random: SplitMix?, _ word: RaceWord, amount: Int64 = 0, subject: RaceKey? = nil,
    _ answer: RaceAnswer
  ) {
    var random = random
    let index = random.map { _ in Int(random?.number(1...Int64(events.count - 1)) ?? 0) }
    let place = index ?? events.count
    let at = place < events.count ? events[place].at : (events.last?.at ?? 0) + 1
    let call = RaceCall(
      client: 9999, number: 1, word: word, account: 0, key: RaceKey(client: 9999, number: 1),
      amount: amount, subject: subject)
    events.insert(
      contentsOf: [
        RaceEvent(at: at, .invoked(call)), RaceEvent(at: at, .returned(call.id, answer)),
      ],
      at: place)
  }
}

extension RaceEvent {
  mutating func setVersion(_ version: Int64) {
    guard case .returned(let id, .applied(var effect)) = content else { return }
    effect.version = version
    content = .returned(id, .applied(effect))
  }
}

extension JournalRow {
  /// The same row elsewhere, its figures going on from those before it.
  func moved(to version: Int64, after before: Figures) -> JournalRow {
    copy(version: version, delta: delta, after: before + delta)
  }

  func with(delta: Figures, after: Figures) -> JournalRow {
    copy(version: version, delta: delta, after: after)
  }

  private func copy(version: Int64, delta: Figures, after: Figures) -> JournalRow {
    JournalRow(
      version: version, instant: instant, dueAt: dueAt, event: event, delta: delta, after: after,
      subject: subject, counterpart: counterpart, draws: draws, hold: hold, lot: lot, usage: usage,
      cause: cause, isAnswer: isAnswer, remark: remark, settlement: settlement, revision: revision,
      rules: rules)
  }
}
