internal import Holdfast

/// Reservations as rows settle, release and lapse them.
extension BalanceAudit {
  /// A settlement: of an open reservation, by its lapse, or late.
  mutating func settle(_ row: JournalRow) {
    if row.settlement == .late {
      settleLate(row)
      return
    }
    guard var hold = openHold(for: row) else { return }
    let amount = -row.delta.posted.wide
    let fromHold = min(amount, hold.remaining)
    // What is unpinned shows only before the pins are taken out of the lots.
    let unpinned = amount - min(fromHold, hold.pins.sum)
    let fresh = freshDraws(unpinned, at: moment(of: row), withDebt: true)
    let pinned = takePins(fromHold, of: &hold, row)
    requireDraws(pinned + fresh, in: row)
    for piece in row.charges { draw(piece, row) { $0.burned += piece.amount } }
    hold.settled += amount
    hold.settledFromHold += fromHold
    noteRequest(&hold, amount, fromHold, row)
    if row.settlement == .lapsed {
      close(&hold, as: .expired, row)
    } else if row.isFinal {
      close(&hold, as: .settled, row)
    }
    put(hold, row)
    if row.settlement != .lapsed, amount > fromHold {
      checkFloor(row, withOverdraft: row.settleOverage != .drawAvailable)
    }
  }

  private mutating func noteRequest(
    _ hold: inout AuditedHold, _ amount: Int128, _ fromHold: Int128, _ row: JournalRow
  ) {
    guard row.settlement != .lapsed else {
      hold.requested += amount
      if amount != lapseCharge(of: hold, before: amount) || amount <= 0 {
        note(
          .reservation, row,
          "it charges \(amount), the lapse charges \(lapseCharge(of: hold, before: amount))")
      }
      return
    }
    guard case .settle(let settle) = row.cause?.command.action else { return }
    let asked = settle.amount.wide
    hold.requested += asked
    hold.shortfall += asked - amount
    let covered = min(asked, fromHold + hold.remaining)
    if amount > fromHold, settle.overage == .reject || settle.overage == .capAtReserved {
      note(.reservation, row, "it settles \(amount), the hold covers \(fromHold)")
    }
    if amount > asked || (amount < covered && !settle.coupled) || amount < 0 {
      note(.reservation, row, "it settles \(amount) of \(asked), the hold covers \(covered)")
    }
  }

  /// What a lapse charges of a hold that has settled `before` already in this row.
  private func lapseCharge(of hold: AuditedHold, before: Int128) -> Int128 {
    let remaining = hold.remaining + before
    switch hold.onLapse {
    case .return: return 0
    case .chargeAll: return remaining
    case .chargeReported:
      return min(max(0, hold.reported - (hold.settled - before)), remaining)
    }
  }

  /// Takes what is settled out of the pins, in the order pinned.
  private mutating func takePins(
    _ amount: Int128, of hold: inout AuditedHold, _ row: JournalRow
  ) -> [Piece] {
    var missing = amount
    var taken: [Piece] = []
    while missing > 0, let first = hold.pins.first {
      let part = min(missing, first.amount)
      missing -= part
      taken.append(Piece(lot: first.lot, amount: part))
      hold.pins[0].amount -= part
      if hold.pins[0].amount <= 0 { hold.pins.removeFirst() }
    }
    // First the draw and then the pin would leave more pinned than remains in between.
    for piece in taken { changeLot(piece.lot, row) { $0.pinned -= piece.amount } }
    return taken
  }

  private mutating func settleLate(_ row: JournalRow) {
    guard let hold = holds[row.subject], hold.status == .expired else {
      note(.closed, row, "reservation \(row.subject) did not lapse before it")
      return
    }
    let amount = -row.delta.posted.wide
    requireDraws(freshDraws(amount, at: moment(of: row), withDebt: true), in: row)
    for piece in row.charges { draw(piece, row) { $0.burned += piece.amount } }
    for (_, text) in row.hold.map(hold.differences) ?? [] {
      note(.closed, row, "of reservation \(hold.version) \(text)")
    }
    if amount > 0 { checkFloor(row, withOverdraft: row.settleOverage != .drawAvailable) }
  }

  /// A release, or a lapse that charges nothing.
  mutating func giveBackHold(_ row: JournalRow) {
    guard var hold = openHold(for: row) else { return }
    if row.event == .lapse, lapseCharge(of: hold, before: 0) > 0 {
      note(.reservation, row, "the lapse charges \(lapseCharge(of: hold, before: 0))")
    }
    requireDraws([], in: row)
    close(&hold, as: row.event == .release ? .released : .expired, row)
    put(hold, row)
  }

  private mutating func close(
    _ hold: inout AuditedHold, as status: ReservationStatus, _ row: JournalRow
  ) {
    let moment = moment(of: row)
    for pin in hold.pins {
      changeLot(pin.lot, row) { $0.pinned -= pin.amount }
      guard let lot = lots[pin.lot], lot.isOver(at: moment) else { continue }
      owed.append(OwedLapse(piece: pin, isVoided: lot.isVoided, version: row.version))
    }
    hold.pins = []
    hold.returned += hold.remaining
    hold.status = status
    hold.closedBy = row.version
  }
}

extension JournalRow {
  fileprivate var isFinal: Bool {
    if case .settle(let settle) = cause?.command.action { settle.final } else { false }
  }

  fileprivate var settleOverage: Settle.Overage? {
    if case .settle(let settle) = cause?.command.action { settle.overage } else { nil }
  }
}
