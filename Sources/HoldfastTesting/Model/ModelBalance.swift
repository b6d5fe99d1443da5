package import Holdfast

/// One balance. Every figure that can be computed from its lots and holds is computed each time.
package struct ModelBalance: Sendable {
  package var unit: UnitName
  package var lots: [ModelLot] = []
  package var holds: [ModelHold] = []
  package var entries: [ModelEntry] = []
  package var debt: Int64 = 0
  package var overdraftLimit: Int64 = 0
  /// What repaid debt and was not given back, in order.
  package var repayments: [ModelEntry.Draw] = []
  package var nextRank = 0

  package static let bound: Int64 = (1 << 53) - 1

  package init(unit: UnitName) {
    self.unit = unit
  }

  package var posted: Int64 {
    var sum = -debt
    for lot in lots where lot.state != .scheduled { sum += lot.remaining }
    return sum
  }

  package var held: Int64 {
    var sum: Int64 = 0
    for hold in holds where hold.status == .open { sum += hold.remaining }
    return sum
  }

  package var scheduled: Int64 {
    var sum: Int64 = 0
    for lot in lots where lot.state == .scheduled { sum += lot.remaining }
    return sum
  }

  package var free: Int64 { posted - held }
  package var available: Int64 { free + overdraftLimit }

  package func pinned(_ lot: ModelLot) -> Int64 {
    var sum: Int64 = 0
    for hold in holds where hold.status == .open {
      for pin in hold.pins where pin.lot == lot.rank { sum += pin.amount }
    }
    return sum
  }

  package func unpinned(_ lot: ModelLot) -> Int64 { lot.remaining - pinned(lot) }

  func index(ofLot rank: Int) -> Int {
    guard let index = lots.firstIndex(where: { $0.rank == rank }) else {
      preconditionFailure("a lot stays for ever")
    }
    return index
  }

  mutating func takeRank() -> Int {
    nextRank += 1
    return nextRank
  }

  /// The lots that count and have an unpinned rest, in burn order.
  func burnable(at now: Instant) -> [ModelLot] {
    lots.filter { $0.counts(at: now) && unpinned($0) > 0 }.sorted(by: ModelLot.burnsFirst)
  }

  /// Draws from lots in burn order, what is missing becomes debt.
  mutating func draw(_ amount: Int64, at now: Instant) -> [ModelEntry.Draw] {
    var left = amount
    var draws: [ModelEntry.Draw] = []
    for lot in burnable(at: now) where left > 0 {
      let part = min(left, unpinned(lot))
      lots[index(ofLot: lot.rank)].remaining -= part
      draws.append(ModelEntry.Draw(lot: lot.rank, amount: part))
      left -= part
    }
    if left > 0 {
      debt += left
      draws.append(ModelEntry.Draw(lot: nil, amount: left))
    }
    return draws
  }

  /// Whenever a lot has an unpinned rest while there is debt, it repays.
  mutating func repayDebt(at now: Instant) {
    for lot in burnable(at: now) where debt > 0 {
      let part = min(debt, unpinned(lot))
      lots[index(ofLot: lot.rank)].remaining -= part
      debt -= part
      repayments.append(ModelEntry.Draw(lot: lot.rank, amount: part))
    }
  }

  /// Burns the pins of a hold in the order pinned, then draws its unpinned part afresh.
  mutating func burn(_ amount: Int64, ofHold hold: Int, at now: Instant) -> [ModelEntry.Draw] {
    var left = amount
    var draws: [ModelEntry.Draw] = []
    while left > 0, let pin = holds[hold].pins.first {
      let part = min(left, pin.amount)
      lots[index(ofLot: pin.lot)].remaining -= part
      draws.append(ModelEntry.Draw(lot: pin.lot, amount: part))
      left -= part
      if part == pin.amount {
        holds[hold].pins.removeFirst()
      } else {
        holds[hold].pins[0].amount -= part
      }
    }
    holds[hold].remaining -= amount
    return left > 0 ? draws + draw(left, at: now) : draws
  }

  /// What follows a pin of the same lot is added to it.
  mutating func pin(_ amount: Int64, toHold hold: Int, at now: Instant) {
    var left = amount
    for lot in burnable(at: now) where left > 0 {
      let part = min(left, unpinned(lot))
      if let last = holds[hold].pins.last, last.lot == lot.rank {
        holds[hold].pins[holds[hold].pins.count - 1].amount += part
      } else {
        holds[hold].pins.append(ModelHold.Pin(lot: lot.rank, amount: part))
      }
      left -= part
    }
    holds[hold].remaining += amount
  }

  /// Adds a row that moved `delta`; the lots have it already.
  mutating func post(
    _ kind: EntryKind, _ delta: Int64, as role: ModelEntry.Role = .other, at now: Instant,
    label: String? = nil, description: ByteText? = nil, item: ItemName? = nil,
    draws: [ModelEntry.Draw] = []
  ) {
    entries.append(
      ModelEntry(
        label: label, kind: kind, role: role, delta: delta, balanceAfter: posted, createdAt: now,
        description: description, item: item, draws: draws))
  }

  /// What came back to a lot that no longer counts lapses at once.
  mutating func lapse(_ amount: Int64, ofLot rank: Int, at now: Instant) {
    let index = index(ofLot: rank)
    guard !lots[index].counts(at: now), amount > 0 else { return }
    lots[index].remaining -= amount
    post(
      lots[index].state == .voided ? .void : .expiry, -amount, at: now,
      description: lots[index].description)
  }

  /// Gives back what is left of a hold; its status must be set after this. Returns what came back to
  /// each lot, in pin order.
  mutating func giveBack(hold: Int) -> [ModelHold.Pin] {
    let pins = holds[hold].pins
    holds[hold].released += holds[hold].remaining
    holds[hold].remaining = 0
    holds[hold].pins = []
    return pins
  }
}
