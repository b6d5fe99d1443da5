internal import Holdfast

extension NaiveModel {
  mutating func reverse(_ action: Reverse, _ work: Work) throws(ModelRefusal) -> Applied {
    guard let (index, place) = accounts[work.account].entry(action.entry.description) else {
      throw ModelRefusal(.entryNotFound)
    }
    let balance = accounts[work.account].balances[index]
    let entry = balance.entries[place]
    let asked = action.amount?.value
    switch entry.role {
    case .other:
      throw ModelRefusal(.invalidArgument)
    case .credit(let rank):
      return try reverseCredit(index, place, lot: rank, asked, work)
    case .charge:
      let left = -entry.delta - entry.reversed
      guard left > 0, (asked ?? left) <= left else { throw ModelRefusal(.reversalExceedsEntry) }
      let amount = asked ?? left
      try balance.checkRoom(for: amount)
      let lapsed = accounts[work.account].balances[index].undo(
        entry: place, amount, at: work.now, label: work.label)
      return Applied(
        facts: reversalFacts(
          work, amount, lapsed, 0, accounts[work.account].balances[index].posted))
    }
  }

  /// Takes the unpinned rest of its lot, up to the amount.
  private mutating func reverseCredit(
    _ index: Int, _ place: Int, lot rank: Int, _ asked: Int64?, _ work: Work
  ) throws(ModelRefusal) -> Applied {
    var balance = accounts[work.account].balances[index]
    let lot = balance.lots[balance.index(ofLot: rank)]
    let left = lot.granted - balance.entries[place].reversed
    let amount = asked ?? left
    guard amount <= left else { throw ModelRefusal(.reversalExceedsEntry) }
    let isThere = lot.state == .scheduled || lot.counts(at: work.now)
    let taken = isThere ? min(amount, balance.unpinned(lot)) : 0
    balance.lots[balance.index(ofLot: rank)].remaining -= taken
    balance.entries[place].reversed += taken
    balance.post(
      .reversal, lot.state == .scheduled ? 0 : -taken, at: work.now, label: work.label,
      description: lot.description)
    accounts[work.account].balances[index] = balance
    return Applied(facts: reversalFacts(work, taken, 0, amount - taken, balance.posted))
  }

  private func reversalFacts(
    _ work: Work, _ reversed: Int64, _ lapsed: Int64, _ unrecoverable: Int64, _ after: Int64
  ) -> [Fact] {
    [
      Fact("entryId", .label(work.label)), Fact("reversedAmount", .integer(reversed)),
      Fact("lapsedAmount", .integer(lapsed)),
      Fact("unrecoverableAmount", .integer(unrecoverable)),
      Fact("balanceAfter", .integer(after)),
    ]
  }

  /// A lot whose terms can still change.
  private func findLot(
    _ id: LotID, _ work: Work
  ) throws(ModelRefusal) -> (balance: Int, lot: Int) {
    guard let place = accounts[work.account].lot(id.description) else {
      throw ModelRefusal(.lotNotFound)
    }
    let lot = accounts[work.account].balances[place.balance].lots[place.lot]
    guard lot.state == .scheduled || lot.state == .active, lot.remaining > 0 else {
      throw ModelRefusal(.lotNotFound)
    }
    return place
  }

  mutating func voidLot(_ action: VoidLot, _ work: Work) throws(ModelRefusal) -> Applied {
    let (index, place) = try findLot(action.lot, work)
    let voided = accounts[work.account].balances[index].end(
      lot: place, as: .voided, at: work.now)
    return Applied(facts: [
      Fact("lotId", .label(action.lot.description)), Fact("voidedAmount", .integer(voided)),
    ])
  }

  mutating func updateLot(_ action: UpdateLot, _ work: Work) throws(ModelRefusal) -> Applied {
    let (index, place) = try findLot(action.lot, work)
    var lot = accounts[work.account].balances[index].lots[place]
    if let priority = action.priority { lot.priority = priority }
    switch action.expiry {
    case .unchanged: break
    case .never: lot.expiresAt = nil
    case .at(let instant): lot.expiresAt = instant
    }
    if lot.state == .scheduled, let end = lot.expiresAt, end > work.now, end <= lot.effectiveAt {
      throw ModelRefusal(.invalidArgument)
    }
    accounts[work.account].balances[index].lots[place] = lot
    var lapsed: Int64 = 0
    if let end = lot.expiresAt, end <= work.now {
      lapsed = accounts[work.account].balances[index].end(lot: place, as: .expired, at: work.now)
    }
    return Applied(facts: [
      Fact("lotId", .label(action.lot.description)), Fact("voidedAmount", .integer(lapsed)),
    ])
  }
}

extension ModelBalance {
  /// Ends a lot now: its unpinned rest, or what is scheduled, is gone.
  mutating func end(lot index: Int, as state: ModelLot.State, at now: Instant) -> Int64 {
    let lot = lots[index]
    let rest = unpinned(lot)
    lots[index].state = state
    lots[index].remaining -= rest
    if lot.state == .active, rest > 0 {
      post(state == .voided ? .void : .expiry, -rest, at: now, description: lot.description)
    }
    return rest
  }
}
