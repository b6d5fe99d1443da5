internal import Holdfast

extension NaiveModel {
  mutating func reserve(_ action: Reserve, _ work: Work) throws(ModelRefusal) -> Applied {
    let account = work.account
    let index = accounts[account].index(of: action.unit)
    for count in action.counts {
      guard definition(of: count.item, accounts[account].tenant) != nil else {
        throw ModelRefusal(.usageItemNotFound)
      }
    }
    let open = accounts[account].balances.flatMap(\.holds).filter { $0.status == .open }
    guard open.count < maximumOpenReservations else {
      throw ModelRefusal(.tooManyOpenReservations)
    }
    let present = accounts[account].balances[index]
    let most = action.floor == .balance ? present.free : present.available
    let likely = action.minimum.map { max($0.value, min(action.amount.value, most)) }
    var charges: [(count: Reserve.Count, overflow: Overflow)] = []
    for count in action.counts {
      let overflow = try overflow(
        of: count.amount.value, count.item, account, at: work.now,
        holding: (action.unit, likely ?? action.amount.value))
      charges.append((count, overflow))
    }
    try checkFunds(of: charges.map(\.overflow), besides: action.unit, account)
    let charged = charges.reduce(0) { sum, charge in
      charge.overflow.price?.unit == action.unit ? sum + charge.overflow.cost : sum
    }
    let balance = accounts[account].balances[index]
    let room = (action.floor == .balance ? balance.free : balance.available) - charged
    let amount = action.amount.value
    var held = amount
    if room < amount {
      guard let minimum = action.minimum?.value, room >= minimum else {
        throw ModelRefusal(
          .insufficientBalance, available: room + charged,
          required: (action.minimum?.value ?? amount) + charged)
      }
      held = room
    }
    guard balance.held + held <= ModelBalance.bound else { throw ModelRefusal(.amountOverflow) }
    let records = try charges.map { charge throws(ModelRefusal) in
      try record(
        charge.count, charge.overflow, account, at: work.now, label: nil,
        description: action.details.description)
    }
    accounts[account].balances[index].open(
      hold(action, work, records: records), held, at: work.now)
    return Applied(facts: reservationFacts(account, index, hold: nil))
  }

  private func hold(_ action: Reserve, _ work: Work, records: [Int]) -> ModelHold {
    ModelHold(
      label: work.label, key: work.key, rank: 0, status: .open, initial: 0, increased: 0,
      remaining: 0, requested: 0, settled: 0, shortfall: 0, released: 0, reported: 0, pins: [],
      floor: action.floor, onLapse: action.onLapse, createdAt: work.now,
      expiresAt: work.now.advanced(bySeconds: Int64(action.expiresInSeconds)),
      graceSeconds: action.graceSeconds, description: action.details.description,
      records: records)
  }

  /// Of the given hold, or of the one that was opened last.
  private func reservationFacts(_ account: Int, _ balance: Int, hold index: Int?) -> [Fact] {
    let holds = accounts[account].balances[balance].holds
    let hold = holds[index ?? holds.count - 1]
    return [
      Fact("reservationId", .label(hold.label)), Fact("amount", .integer(hold.remaining)),
      Fact("expiresAt", .instant(hold.expiresAt)),
      Fact("status", .word(hold.status.rawValue)),
    ]
  }

  func find(
    _ reference: ReservationReference, _ account: Int
  ) throws(ModelRefusal) -> (balance: Int, hold: Int) {
    guard let place = accounts[account].hold(reference) else {
      throw ModelRefusal(.reservationNotFound)
    }
    return place
  }

  /// An open hold whose time to grow is not over.
  private func findGrowing(
    _ reference: ReservationReference, _ account: Int, at now: Instant
  ) throws(ModelRefusal) -> (balance: Int, hold: Int) {
    let place = try find(reference, account)
    let hold = accounts[account].balances[place.balance].holds[place.hold]
    switch hold.status {
    case .settled, .released: throw ModelRefusal(.reservationClosed)
    case .expired: throw ModelRefusal(.reservationExpired)
    case .open: guard now < hold.expiresAt else { throw ModelRefusal(.reservationExpired) }
    }
    return place
  }

  mutating func increase(_ action: Increase, _ work: Work) throws(ModelRefusal) -> Applied {
    let (index, place) = try findGrowing(action.reservation, work.account, at: work.now)
    let balance = accounts[work.account].balances[index]
    let hold = balance.holds[place]
    let amount = action.amount.value
    try checkSpent(by: hold, growingBy: amount, unit: balance.unit, work.account)
    let room = hold.floor == .balance ? balance.free : balance.available
    guard room >= amount else {
      throw ModelRefusal(.insufficientBalance, available: room, required: amount)
    }
    guard balance.held + amount <= ModelBalance.bound,
      hold.initial + hold.increased + amount <= ModelBalance.bound
    else { throw ModelRefusal(.amountOverflow) }
    accounts[work.account].balances[index].pin(amount, toHold: place, at: work.now)
    accounts[work.account].balances[index].holds[place].increased += amount
    return Applied(facts: reservationFacts(work.account, index, hold: place))
  }

  mutating func extend(_ action: Extend, _ work: Work) throws(ModelRefusal) -> Applied {
    let (index, place) = try findGrowing(action.reservation, work.account, at: work.now)
    let present = accounts[work.account].balances[index].holds[place].expiresAt
    switch action.by {
    case .fromNow(let seconds):
      accounts[work.account].balances[index].holds[place].expiresAt = max(
        present, work.now.advanced(bySeconds: Int64(seconds)))
    case .fromExpiry(let seconds):
      accounts[work.account].balances[index].holds[place].expiresAt = present.advanced(
        bySeconds: Int64(seconds))
    }
    return Applied(facts: reservationFacts(work.account, index, hold: place))
  }

  mutating func report(_ action: Report, _ work: Work) throws(ModelRefusal) -> Applied {
    let (index, place) = try find(action.reservation, work.account)
    let hold = accounts[work.account].balances[index].holds[place]
    switch hold.status {
    case .settled, .released: throw ModelRefusal(.reservationClosed)
    case .expired: throw ModelRefusal(.reservationExpired)
    case .open: break
    }
    guard action.used.value <= hold.initial + hold.increased else {
      throw ModelRefusal(.settlementExceedsReservation)
    }
    let isHigher = action.used.value > hold.reported
    if isHigher {
      accounts[work.account].balances[index].holds[place].reported = action.used.value
    }
    return Applied(
      facts: [
        Fact("reservationId", .label(hold.label)),
        Fact("used", .integer(max(hold.reported, action.used.value))),
      ], takesKey: isHigher)
  }

  mutating func release(_ action: Release, _ work: Work) throws(ModelRefusal) -> Applied {
    let (index, place) = try find(action.reservation, work.account)
    let hold = accounts[work.account].balances[index].holds[place]
    let isOpen = hold.status == .open
    if isOpen {
      try accounts[work.account].checkRoom(toTakeBackCountsOf: hold)
      let pins = accounts[work.account].balances[index].giveBack(hold: place)
      accounts[work.account].balances[index].holds[place].status = .released
      accounts[work.account].balances[index].repayDebt(at: work.now)
      for pin in pins {
        accounts[work.account].balances[index].lapse(pin.amount, ofLot: pin.lot, at: work.now)
      }
      accounts[work.account].takeBackCounts(ofHold: place, index, at: work.now)
    }
    let after = accounts[work.account].balances[index]
    return Applied(
      facts: [
        Fact("reservationId", .label(hold.label)), Fact("released", .flag(isOpen)),
        Fact("releasedAmount", .integer(isOpen ? hold.remaining : 0)),
        Fact("remainingReserved", .integer(0)), Fact("balanceAfter", .integer(after.posted)),
        Fact("status", .word(after.holds[place].status.rawValue)),
      ], takesKey: isOpen)
  }
}

extension ModelBalance {
  mutating func open(_ hold: ModelHold, _ amount: Int64, at now: Instant) {
    var hold = hold
    hold.rank = takeRank()
    hold.initial = amount
    holds.append(hold)
    pin(amount, toHold: holds.count - 1, at: now)
  }
}
