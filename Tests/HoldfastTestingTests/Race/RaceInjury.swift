import Holdfast
import HoldfastTesting
import Testing

/// One thing made wrong in a race that was sound, and the invariant that must be named.
struct RaceInjury: Sendable, CustomTestStringConvertible {
  let invariant: String
  let name: String
  let shape: RaceShape
  /// Does it at a place that the random numbers choose.
  let injure: @Sendable (inout RecordedRace, inout SplitMix) throws -> Void

  init(
    _ invariant: String, _ name: String, _ shape: RaceShape = .mixed,
    _ injure: @escaping @Sendable (inout RecordedRace, inout SplitMix) throws -> Void
  ) {
    self.invariant = invariant
    self.name = name
    self.shape = shape
    self.injure = injure
  }

  var testDescription: String { "\(invariant) \(name)" }

  static let all: [RaceInjury] = [
    RaceInjury("I11", "a row is dropped from the journal") { race, random in
      let call = try race.acknowledged(&random, [.reserve, .debit, .credit, .settle])
      try race.balance(of: call) { balance in
        balance.rows.removeAll { $0.isAnswer && $0.cause?.key == call.key.idempotencyKey }
      }
    },
    RaceInjury("I6", "a row is dropped from the journal, and versions have a gap") { race, random in
      let call = try race.acknowledged(&random, [.reserve, .settle], before: 0.5)
      try race.balance(of: call) { balance in
        balance.rows.removeAll { $0.isAnswer && $0.cause?.key == call.key.idempotencyKey }
      }
    },
    RaceInjury("I5", "an effect is there twice") { race, random in
      let call = try race.acknowledged(&random, [.reserve, .debit, .credit])
      try race.balance(of: call) { balance in
        guard let row = balance.rows.first(where: { $0.cause?.key == call.key.idempotencyKey }),
          let last = balance.rows.last
        else { return }
        balance.rows.append(row.moved(to: last.version + 1, after: last.after))
      }
    },
    RaceInjury("I5", "a replay is told another result", .retryStorm) { race, random in
      try race.changeAnswer(&random) { effect in
        guard effect.duplicate, effect.amount > 0 else { return false }
        effect.amount += 1
        return true
      }
    },
    RaceInjury("I5", "two calls are both told that theirs was the first", .retryStorm) {
      race, random in
      try race.changeAnswer(&random) { effect in
        guard effect.duplicate, effect.amount > 0 else { return false }
        effect.duplicate = false
        return true
      }
    },
    RaceInjury("I11", "an answer says another amount") { race, random in
      try race.changeAnswer(&random) { effect in
        guard !effect.duplicate, effect.version > 0 else { return false }
        effect.amount += 1
        return true
      }
    },
    RaceInjury("I11", "two answers have their versions swapped", .hot) { race, random in
      let first = try race.answer(&random) { $0.version > 0 }
      let second = try race.answer(&random) { $0.version > 0 && $0.version != first.effect.version }
      race.events[first.index].setVersion(second.effect.version)
      race.events[second.index].setVersion(first.effect.version)
    },
    RaceInjury("I14", "two rows have their versions swapped", .hot) { race, random in
      try race.balance(of: 0) { balance in
        let count = balance.rows.count
        let first = Int(random.number(2...Int64(count / 4)))
        let second = Int(random.number(Int64(count / 2)...Int64(count - 1)))
        let (left, right) = (balance.rows[first], balance.rows[second])
        balance.rows[first] = right.moved(to: left.version, after: balance.rows[first - 1].after)
        balance.rows[second] = left.moved(to: right.version, after: balance.rows[second - 1].after)
      }
    },
    RaceInjury("I6", "a figure of a row is changed") { race, random in
      let call = try race.acknowledged(&random, [.reserve, .settle, .debit])
      try race.balance(of: call) { balance in
        guard
          let index = balance.rows.firstIndex(where: { $0.cause?.key == call.key.idempotencyKey })
        else { return }
        let row = balance.rows[index]
        var after = row.after
        after.posted += 1
        balance.rows[index] = row.with(delta: row.delta, after: after)
      }
    },
    RaceInjury("I2", "more is granted than there is") { race, random in
      try race.growGrant(&random)
    },
    RaceInjury("I11", "a row is there that no call explains") { race, random in
      let call = try race.acknowledged(&random, [.reserve, .debit, .credit])
      let ids = race.ids(under: call.key)
      race.events.removeAll { event in
        switch event.content {
        case .invoked(let other): ids.contains(other.id)
        case .returned(let id, _): ids.contains(id)
        default: false
        }
      }
    },
    RaceInjury("I11", "what was refused is there") { race, random in
      let found = try race.answer(&random) { $0.version > 0 && !$0.duplicate }
      guard let call = race.call(found.id), race.ids(under: call.key).count == 1 else {
        return race.events[found.index].setVersion(found.effect.version + 1)
      }
      race.events[found.index].content = .returned(
        found.id, .refused(RaceAnswer.Refusal(code: "overloaded")))
    },
    RaceInjury("I11", "what was acknowledged never was", .retryStorm) { race, random in
      let index = try race.index(&random) { event in
        guard case .returned(_, .refused(let refusal)) = event.content else { return false }
        return refusal.code == "idempotency_key_reused"
      }
      guard case .returned(let id, _) = race.events[index].content else { return }
      race.events[index].content = .returned(
        id, .applied(RaceAnswer.Effect(version: 1_000_000, amount: 1)))
    },
    RaceInjury("I14", "a refusal has no reason", .hot) { race, random in
      race.insertCall(
        at: random, .reserve, amount: 10,
        .refused(
          RaceAnswer.Refusal(code: "insufficient_balance", available: 5, required: 10)))
    },
    RaceInjury("I14", "a read tells what never was", .hot) { race, random in
      race.insertCall(
        at: random, .balance, .applied(RaceAnswer.Effect(amount: 0, posted: 7, held: 1)))
    },
    RaceInjury("I14", "a reservation that is there is not found", .hot) { race, random in
      let hold = try race.acknowledged(&random, [.reserve], before: 0.3)
      race.insertCall(
        at: nil, .settle, amount: 1, subject: hold.key,
        .refused(RaceAnswer.Refusal(code: "reservation_not_found")))
    },
    RaceInjury("I5", "a key is refused as used that nobody used", .hot) { race, random in
      race.insertCall(
        at: random, .reserve, amount: 1,
        .refused(RaceAnswer.Refusal(code: "idempotency_key_reused")))
    },
    RaceInjury("I9", "more is counted than the limit allows", .limitRace) { race, random in
      let index = try #require(race.contents.accounts.firstIndex { !$0.meters.isEmpty })
      let rows = race.contents.accounts[index].meters[0].rows
      let row = try #require(rows.first { $0.event == .usage })
      let place = try #require(rows.firstIndex { $0.version == row.version })
      var changed = row
      changed.usage = UsageRow(
        delta: 1_000_000, lifetimeAfter: 1_000_000, hold: nil, overflow: 0, charged: 0)
      race.contents.accounts[index].meters[0].rows[place] = changed
    },
  ]
}
