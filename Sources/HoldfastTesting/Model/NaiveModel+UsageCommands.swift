package import Holdfast

extension NaiveModel {
  mutating func recordUsage(_ action: RecordUsage, _ work: Work) throws(ModelRefusal) -> Applied {
    let account = work.account
    do throws(ModelRefusal) {
      let overflow = try overflow(
        of: action.amount.value, action.item, account, at: work.now)
      try checkFunds(of: [overflow], besides: nil, account)
      _ = try record(
        Reserve.Count(item: action.item, amount: action.amount), overflow, account, at: work.now,
        label: work.label, description: action.details.description)
      let shown = shown(action.item, account, at: work.now)
      return Applied(
        facts: [
          Fact("recordId", .label(work.label)), Fact("allowed", .flag(true)),
          Fact("reason", .none), Fact("chargedUnits", .integer(overflow.cost)),
        ] + shown.facts)
    } catch {
      guard error.code == .limitExceeded || error.code == .insufficientBalance else {
        throw error
      }
      let shown = shown(action.item, account, at: work.now)
      return Applied(
        facts: [
          Fact("recordId", .none), Fact("allowed", .flag(false)),
          Fact("reason", .word(error.code.rawValue)), Fact("chargedUnits", .integer(0)),
        ] + shown.facts, takesKey: false)
    }
  }

  mutating func reverseUsage(
    _ action: ReverseUsage, _ work: Work
  ) throws(ModelRefusal) -> Applied {
    let account = work.account
    let label = action.record.description
    guard let index = accounts[account].records.firstIndex(where: { $0.label == label }) else {
      throw ModelRefusal(.usageRecordNotFound)
    }
    let record = accounts[account].records[index]
    let left = record.amount - record.takenBack
    let amount = action.amount?.value ?? left
    guard left > 0, amount <= left else { throw ModelRefusal(.reversalExceedsEntry) }
    var credited: Int64 = 0
    if let charge = record.charge {
      let place = accounts[account].index(of: charge.price.unit)
      let balance = accounts[account].balances[place]
      let entry = balance.entries[charge.entry]
      let remaining = max(0, charge.pieces - record.takenBack - amount)
      let kept = cost(of: remaining, charge.price)
      credited = max(0, -entry.delta - kept - entry.reversed)
      if credited > 0 {
        try balance.checkRoom(for: credited)
        _ = accounts[account].balances[place].undo(
          entry: charge.entry, credited, at: work.now, label: nil)
      }
    }
    accounts[account].records[index].takenBack += amount
    let shown = shown(record.item, account, at: work.now)
    return Applied(facts: [
      Fact("used", .integer(shown.used)), Fact("remaining", .optional(shown.remaining)),
      Fact("creditedUnits", .integer(credited)),
    ])
  }

  /// A limit as an answer shows it.
  package struct ShownLimit: Sendable {
    package var used: Int64
    package var limit: Int64?
    package var remaining: Int64?
    package var period: WindowBounds

    package var facts: [Fact] {
      [
        Fact("used", .integer(used)), Fact("limit", .optional(limit)),
        Fact("remaining", .optional(remaining)),
        Fact("periodStart", .optional(period.start)), Fact("periodEnd", .optional(period.end)),
      ]
    }
  }

  /// Every limit in force, in the order of the definition.
  package func everyLimit(_ item: ItemName, _ account: Int, at now: Instant) -> [ShownLimit] {
    limits(of: item, accounts[account]).map { limit in
      let used = used(limit, item, accounts[account], at: now)
      return ShownLimit(
        used: used, limit: limit.maximum.value, remaining: max(0, limit.maximum.value - used),
        period: calendar.bounds(of: limit.window, containing: now))
    }
  }

  /// The limit with least remaining, of equals the first; without limits the use of all time.
  package func shown(_ item: ItemName, _ account: Int, at now: Instant) -> ShownLimit {
    var least: ShownLimit?
    let counting = limits(of: item, accounts[account]).map { $0.measures == .count }
    for (limit, counts) in zip(everyLimit(item, account, at: now), counting) where counts {
      if let present = least, (limit.remaining ?? 0) >= (present.remaining ?? 0) { continue }
      least = limit
    }
    if let least { return least }
    let lifetime = UsageLimit(window: .lifetime, maximum: 0)
    return ShownLimit(
      used: used(lifetime, item, accounts[account], at: now), limit: nil, remaining: nil,
      period: .unbounded)
  }
}
