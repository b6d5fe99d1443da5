package import Holdfast

extension NaiveModel {
  /// Writes everything that is due, as if somebody had looked at each instant.
  package mutating func advance(to now: Instant) {
    for account in accounts.indices {
      while let due = accounts[account].nextDue(until: now) {
        switch due.event {
        case .lot(let rank): accounts[account].expire(lot: rank, due.balance, at: due.instant)
        case .hold(let hold): accounts[account].lapse(hold: hold, due.balance, at: due.instant)
        case .activation(let rank):
          accounts[account].activate(lot: rank, due.balance, at: due.instant)
        }
      }
    }
  }
}

extension ModelAccount {
  func nextDue(until now: Instant) -> ModelDue? {
    var first: ModelDue?
    func consider(_ due: ModelDue) {
      guard due.instant <= now else { return }
      guard let present = first else {
        first = due
        return
      }
      let isEarlier =
        due.instant < present.instant
        || (due.instant == present.instant && due.event.order < present.event.order)
      if isEarlier { first = due }
    }
    for (index, balance) in balances.enumerated().sorted(by: { $0.element.unit < $1.element.unit })
    {
      let ending = balance.lots.filter { lot in
        guard lot.state == .active, let end = lot.expiresAt else { return false }
        return end <= now
      }
      for lot in ending.sorted(by: ModelLot.burnsFirst) {
        guard let end = lot.expiresAt else { continue }
        consider(ModelDue(instant: end, event: .lot(lot.rank), balance: index))
      }
      for (place, hold) in balance.holds.enumerated() where hold.status == .open {
        consider(ModelDue(instant: hold.lapsesAt, event: .hold(place), balance: index))
      }
      for lot in balance.lots where lot.state == .scheduled {
        consider(ModelDue(instant: lot.effectiveAt, event: .activation(lot.rank), balance: index))
      }
    }
    return first
  }

  mutating func expire(lot rank: Int, _ balance: Int, at now: Instant) {
    let lot = balances[balance].index(ofLot: rank)
    balances[balance].lots[lot].state = .expired
    let rest = balances[balance].unpinned(balances[balance].lots[lot])
    balances[balance].lapse(rest, ofLot: rank, at: now)
  }

  mutating func activate(lot rank: Int, _ balance: Int, at now: Instant) {
    let index = balances[balance].index(ofLot: rank)
    balances[balance].lots[index].state = .active
    let lot = balances[balance].lots[index]
    guard lot.remaining > 0 else { return }
    balances[balance].post(lot.kind, lot.remaining, at: now, description: lot.description)
    balances[balance].repayDebt(at: now)
  }

  mutating func lapse(hold index: Int, _ balance: Int, at now: Instant) {
    let hold = balances[balance].holds[index]
    let charge: Int64
    switch hold.onLapse {
    case .return: charge = 0
    case .chargeReported: charge = min(hold.remaining, max(0, hold.reported - hold.settled))
    case .chargeAll: charge = hold.remaining
    }
    let draws = balances[balance].burn(charge, ofHold: index, at: now)
    balances[balance].holds[index].settled += charge
    balances[balance].holds[index].requested += charge
    let pins = balances[balance].giveBack(hold: index)
    balances[balance].holds[index].status = .expired
    if charge > 0 {
      balances[balance].post(
        .settlement, -charge, as: .charge, at: now, description: hold.description, draws: draws)
      balances[balance].entries[balances[balance].entries.count - 1].lapsed = true
    }
    balances[balance].repayDebt(at: now)
    for pin in pins { balances[balance].lapse(pin.amount, ofLot: pin.lot, at: now) }
    takeBackCounts(ofHold: index, balance, at: now)
  }

  /// Whether what a release gives back of charges leaves every balance within its bound.
  func checkRoom(toTakeBackCountsOf hold: ModelHold) throws(ModelRefusal) {
    guard hold.settled == 0 else { return }
    for balance in balances {
      let sum: Int64 = hold.records.reduce(0) { sum, record in
        guard let charge = records[record].charge, charge.price.unit == balance.unit else {
          return sum
        }
        let entry = balance.entries[charge.entry]
        return sum - entry.delta - entry.reversed
      }
      try balance.checkRoom(for: sum)
    }
  }

  /// A release or lapse before anything was settled takes all counted pieces back.
  mutating func takeBackCounts(ofHold index: Int, _ balance: Int, at now: Instant) {
    let hold = balances[balance].holds[index]
    guard hold.settled == 0 else { return }
    for record in hold.records {
      records[record].takenBack = records[record].amount
      guard let charge = records[record].charge else { continue }
      let place = self.index(of: charge.price.unit)
      let entry = balances[place].entries[charge.entry]
      // A lapse cannot be refused: it gives back what fits under the bound.
      let room = ModelBalance.bound - balances[place].posted - balances[place].scheduled
      let left = min(-entry.delta - entry.reversed, room)
      if left > 0 {
        _ = balances[place].undo(entry: charge.entry, left, at: now, label: nil)
      }
    }
  }
}
