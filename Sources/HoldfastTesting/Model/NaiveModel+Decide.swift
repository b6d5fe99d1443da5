internal import Holdfast

extension NaiveModel {
  mutating func decide(
    _ action: Command.Action, _ work: inout Work
  ) throws(ModelRefusal) -> Applied {
    var applied: Applied
    switch action {
    case .credit(let action): applied = try credit(action, work)
    case .debit(let action): applied = try debit(action, work)
    case .transfer(let action): applied = try transfer(action, work)
    case .reserve(let action): applied = try reserve(action, work)
    case .increase(let action): applied = try increase(action, work)
    case .extend(let action): applied = try extend(action, work)
    case .report(let action): applied = try report(action, work)
    case .settle(let action): applied = try settle(action, work)
    case .release(let action): applied = try release(action, work)
    case .reverse(let action): applied = try reverse(action, work)
    case .recordUsage(let action): applied = try recordUsage(action, work)
    case .reverseUsage(let action): applied = try reverseUsage(action, work)
    case .setOverdraftLimit(let action):
      let balance = accounts[work.account].index(of: action.unit)
      accounts[work.account].balances[balance].overdraftLimit = action.limit.value
      applied = Applied(facts: [Fact("overdraftLimit", .integer(action.limit.value))])
    case .voidLot(let action): applied = try voidLot(action, work)
    case .updateLot(let action): applied = try updateLot(action, work)
    }
    applied.balance = place(of: action, work.account)
    return applied
  }

  private mutating func credit(_ action: Credit, _ work: Work) throws(ModelRefusal) -> Applied {
    let start = max(work.now, action.effectiveAt ?? work.now)
    if let end = action.expiresAt, end <= start { throw ModelRefusal(.invalidArgument) }
    let balance = accounts[work.account].index(of: action.unit)
    try accounts[work.account].balances[balance].checkRoom(for: action.amount.value)
    let isScheduled = start > work.now
    let scheduled = accounts[work.account].balances[balance].scheduled
    if isScheduled, scheduled + action.amount.value > ModelBalance.bound {
      throw ModelRefusal(.amountOverflow)
    }
    accounts[work.account].balances[balance].open(
      ModelLot(
        label: work.label, rank: 0, state: isScheduled ? .scheduled : .active,
        granted: action.amount.value, remaining: action.amount.value, priority: action.priority,
        category: action.category, costBasis: action.costBasis?.value, effectiveAt: start,
        createdAt: work.now, expiresAt: action.expiresAt, kind: action.kind,
        description: action.details.description),
      at: work.now)
    return Applied(facts: [
      Fact("entryId", .label(work.label)), Fact("lotId", .label(work.label)),
      Fact("balanceAfter", .integer(accounts[work.account].balances[balance].posted)),
    ])
  }

  private mutating func debit(_ action: Debit, _ work: Work) throws(ModelRefusal) -> Applied {
    let index = accounts[work.account].index(of: action.unit)
    let balance = accounts[work.account].balances[index]
    let asked = action.amount.value
    var taken = asked
    switch action.overage {
    case .reject:
      guard balance.available >= asked else {
        throw ModelRefusal(
          .insufficientBalance, available: balance.available, required: asked)
      }
    case .overdraft:
      guard balance.available >= asked else {
        throw ModelRefusal(
          .overdraftLimitExceeded, available: balance.available, required: asked)
      }
    case .drawAvailable:
      taken = min(asked, max(0, balance.free))
    }
    let draws = accounts[work.account].balances[index].draw(taken, at: work.now)
    accounts[work.account].balances[index].post(
      action.kind, -taken, as: .charge, at: work.now, label: work.label,
      description: action.details.description, draws: draws)
    return Applied(facts: [
      Fact("entryId", .label(work.label)), Fact("requestedAmount", .integer(asked)),
      Fact("settledAmount", .integer(taken)), Fact("shortfallAmount", .integer(asked - taken)),
      Fact("balanceAfter", .integer(accounts[work.account].balances[index].posted)),
    ])
  }

  private mutating func transfer(_ action: Transfer, _ work: Work) throws(ModelRefusal) -> Applied {
    let source = accounts[work.account].index(of: action.unit)
    let free = accounts[work.account].balances[source].free
    let amount = action.amount.value
    guard free >= amount else {
      throw ModelRefusal(.insufficientBalance, available: free, required: amount)
    }
    let target = index(accounts[work.account].tenant, action.to)
    let place = accounts[target].index(of: action.unit)
    try accounts[target].balances[place].checkRoom(for: amount)
    let draws = accounts[work.account].balances[source].draw(amount, at: work.now)
    accounts[work.account].balances[source].post(
      .transfer, -amount, at: work.now, label: work.label,
      description: action.details.description)
    let pieces = draws.map { draw in
      guard let rank = draw.lot else { preconditionFailure("a transfer makes no debt") }
      let from = accounts[work.account].balances[source]
      var piece = from.lots[from.index(ofLot: rank)]
      piece.costBasis = nil
      piece.label = nil
      piece.granted = draw.amount
      piece.remaining = draw.amount
      piece.kind = .transfer
      piece.description = action.details.description
      return piece
    }
    accounts[target].balances[place].receive(
      pieces, amount, at: work.now, label: work.label + " to",
      description: action.details.description)
    return Applied(facts: [
      Fact("entryId", .label(work.label)), Fact("toEntryId", .label(work.label + " to")),
      Fact("balanceAfter", .integer(accounts[work.account].balances[source].posted)),
    ])
  }
}

extension ModelBalance {
  /// Posted plus scheduled stays within the bound.
  func checkRoom(for amount: Int64) throws(ModelRefusal) {
    guard posted + scheduled + amount <= ModelBalance.bound else {
      throw ModelRefusal(.amountOverflow)
    }
  }

  mutating func open(
    _ lot: ModelLot, at now: Instant
  ) {
    var lot = lot
    lot.rank = takeRank()
    lots.append(lot)
    post(
      lot.kind, lot.state == .scheduled ? 0 : lot.remaining, as: .credit(lot.rank), at: now,
      label: lot.label, description: lot.description)
    repayDebt(at: now)
  }

  /// The pieces of a transfer: a lot each, and one entry.
  mutating func receive(
    _ pieces: [ModelLot], _ amount: Int64, at now: Instant, label: String, description: ByteText?
  ) {
    for piece in pieces {
      var lot = piece
      lot.rank = takeRank()
      lots.append(lot)
    }
    post(.transfer, amount, as: .other, at: now, label: label, description: description)
    repayDebt(at: now)
  }
}
