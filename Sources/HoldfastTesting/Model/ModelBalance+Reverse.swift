internal import Holdfast

extension ModelBalance {
  /// Puts `amount` of a charge back: its draws, latest first, after what was reversed before.
  ///
  /// Returns what lapsed at once.
  mutating func undo(
    entry index: Int, _ amount: Int64, at now: Instant, label: String?
  ) -> Int64 {
    let entry = entries[index]
    var returned: [ModelEntry.Draw] = []
    for draw in part(of: entry, amount) {
      guard let lot = draw.lot else {
        returned += undoDebt(draw.amount)
        continue
      }
      returned.append(ModelEntry.Draw(lot: lot, amount: draw.amount))
      lots[self.index(ofLot: lot)].remaining += draw.amount
    }
    entries[index].reversed += amount
    post(
      .reversal, amount, at: now, label: label, description: entry.description,
      item: entry.item)
    repayDebt(at: now)
    var lapsed: Int64 = 0
    for draw in returned {
      guard let rank = draw.lot, !lots[self.index(ofLot: rank)].counts(at: now) else { continue }
      lapsed += draw.amount
      lapse(draw.amount, ofLot: rank, at: now)
    }
    return lapsed
  }

  /// The draws that the next `amount` of reversal undoes, in that order.
  private func part(of entry: ModelEntry, _ amount: Int64) -> [ModelEntry.Draw] {
    var skip = entry.reversed
    var left = amount
    var part: [ModelEntry.Draw] = []
    for draw in entry.draws.reversed() {
      let skipped = min(skip, draw.amount)
      skip -= skipped
      let taken = min(left, draw.amount - skipped)
      left -= taken
      if taken > 0 { part.append(ModelEntry.Draw(lot: draw.lot, amount: taken)) }
    }
    return part
  }

  /// Lowers the debt still open, beyond that gives back to the lots that repaid, latest first.
  private mutating func undoDebt(_ amount: Int64) -> [ModelEntry.Draw] {
    let open = min(debt, amount)
    debt -= open
    var left = amount - open
    var returned: [ModelEntry.Draw] = []
    while left > 0, let last = repayments.last, let lot = last.lot {
      let part = min(left, last.amount)
      lots[index(ofLot: lot)].remaining += part
      returned.append(ModelEntry.Draw(lot: lot, amount: part))
      left -= part
      if part == last.amount {
        repayments.removeLast()
      } else {
        repayments[repayments.count - 1].amount -= part
      }
    }
    return returned
  }
}
