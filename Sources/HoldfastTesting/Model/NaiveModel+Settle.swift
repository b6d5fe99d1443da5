internal import Holdfast

extension NaiveModel {
  mutating func settle(_ action: Settle, _ work: Work) throws(ModelRefusal) -> Applied {
    let (index, place) = try find(action.reservation, work.account)
    switch accounts[work.account].balances[index].holds[place].status {
    case .settled, .released:
      throw ModelRefusal(.reservationClosed)
    case .expired:
      guard action.late == .chargeAvailable else { throw ModelRefusal(.reservationExpired) }
      return try settleLate(action, work, index, place)
    case .open:
      return try settleOpen(action, work, index, place)
    }
  }

  private mutating func settleOpen(
    _ action: Settle, _ work: Work, _ index: Int, _ place: Int
  ) throws(ModelRefusal) -> Applied {
    var balance = accounts[work.account].balances[index]
    let hold = balance.holds[place]
    let asked = action.amount.value
    var fromHold = min(asked, hold.remaining)
    var excess = asked - fromHold
    if excess > 0 {
      switch action.overage {
      case .reject:
        throw ModelRefusal(.settlementExceedsReservation)
      case .capAtReserved:
        excess = 0
      case .drawAvailable:
        excess = min(excess, max(0, balance.free))
      case .overdraft:
        guard balance.available >= excess else {
          throw ModelRefusal(
            .overdraftLimitExceeded, available: balance.available, required: excess)
        }
      }
    }
    guard hold.requested + asked <= ModelBalance.bound else { throw ModelRefusal(.amountOverflow) }
    if let cap = work.cap, action.coupled {
      fromHold = min(fromHold, cap)
      excess = min(excess, cap - fromHold)
    }
    let charged = fromHold + excess
    var draws = balance.burn(fromHold, ofHold: place, at: work.now)
    draws += balance.draw(excess, at: work.now)
    balance.holds[place].requested += asked
    balance.holds[place].settled += charged
    balance.holds[place].shortfall += asked - charged
    var pins: [ModelHold.Pin] = []
    if action.final {
      pins = balance.giveBack(hold: place)
      balance.holds[place].status = .settled
    }
    balance.post(
      .settlement, -charged, as: .charge, at: work.now, label: work.label,
      description: action.details.description ?? hold.description, draws: draws)
    balance.repayDebt(at: work.now)
    for pin in pins { balance.lapse(pin.amount, ofLot: pin.lot, at: work.now) }
    accounts[work.account].balances[index] = balance
    return Applied(
      facts: settleFacts(work, balance, balance.holds[place], asked, charged, late: false))
  }

  private mutating func settleLate(
    _ action: Settle, _ work: Work, _ index: Int, _ place: Int
  ) throws(ModelRefusal) -> Applied {
    var balance = accounts[work.account].balances[index]
    let asked = action.amount.value
    var charged = asked
    switch action.overage {
    case .reject:
      guard balance.available >= asked else {
        throw ModelRefusal(.insufficientBalance, available: balance.available, required: asked)
      }
    case .capAtReserved:
      charged = 0
    case .drawAvailable:
      charged = min(asked, max(0, balance.free))
    case .overdraft:
      guard balance.available >= asked else {
        throw ModelRefusal(.overdraftLimitExceeded, available: balance.available, required: asked)
      }
    }
    if let cap = work.cap, action.coupled { charged = min(charged, cap) }
    let draws = balance.draw(charged, at: work.now)
    balance.post(
      .settlement, -charged, as: .charge, at: work.now, label: work.label,
      description: action.details.description ?? balance.holds[place].description, draws: draws)
    balance.entries[balance.entries.count - 1].late = true
    accounts[work.account].balances[index] = balance
    return Applied(
      facts: settleFacts(work, balance, balance.holds[place], asked, charged, late: true))
  }

  private func settleFacts(
    _ work: Work, _ balance: ModelBalance, _ hold: ModelHold, _ asked: Int64, _ charged: Int64,
    late: Bool
  ) -> [Fact] {
    [
      Fact("reservationId", .label(hold.label)), Fact("entryId", .label(work.label)),
      Fact("operationRequestedAmount", .integer(asked)),
      Fact("operationSettledAmount", .integer(charged)),
      Fact("operationShortfallAmount", .integer(asked - charged)),
      Fact("requestedAmount", .integer(hold.requested)),
      Fact("settledAmount", .integer(hold.settled)),
      Fact("shortfallAmount", .integer(hold.shortfall)),
      Fact("remainingReserved", .integer(hold.remaining)),
      Fact("balanceAfter", .integer(balance.posted)),
      Fact("status", .word(hold.status.rawValue)), Fact("expiresAt", .instant(hold.expiresAt)),
      Fact("late", .flag(late)),
    ]
  }
}
