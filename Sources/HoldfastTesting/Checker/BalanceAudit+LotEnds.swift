internal import Holdfast

/// Lots that lapse, are voided or get other terms.
extension BalanceAudit {
  /// Takes the row as what the one before it owes, when it is that.
  mutating func takeOwed(_ row: JournalRow) -> Bool {
    guard let lapse = owed.first else { return false }
    let isRight =
      row.event == (lapse.isVoided ? .void : .expiry) && row.subject == lapse.piece.lot
      && -row.delta.posted.wide == lapse.piece.amount && row.instant == lastInstant
      && row.cause?.key == self.row(lapse.version)?.cause?.key
    guard isRight else {
      note(.lots, row, "\(lapse) did not lapse before it")
      owed = []
      return false
    }
    owed.removeFirst()
    lapse.isVoided
      ? changeLot(row.subject, row) { $0.voided += lapse.piece.amount }
      : changeLot(row.subject, row) { $0.lapsed += lapse.piece.amount }
    if row.delta.held != 0 || row.delta.debt != 0 || row.delta.scheduled != 0 || !row.draws.isEmpty
    {
      note(.lots, row, "it moves more than what lapses")
    }
    return true
  }

  /// The unpinned rest of a lot whose time came.
  mutating func expire(_ row: JournalRow) {
    guard let lot = lots[row.subject] else {
      note(.lots, row, "no lot was opened by version \(row.subject)")
      return
    }
    if -row.delta.posted.wide != lot.unpinned || lot.isScheduled {
      note(.lots, row, "it takes \(-row.delta.posted.wide), unpinned are \(lot.unpinned)")
    }
    requireDraws([], in: row)
    changeLot(row.subject, row) { $0.lapsed -= row.delta.posted.wide }
  }

  mutating func void(_ row: JournalRow) {
    guard let lot = lots[row.subject] else {
      note(.lots, row, "no lot was opened by version \(row.subject)")
      return
    }
    takeRest(of: lot, row)
    changeLot(row.subject, row) {
      $0.voided += lot.unpinned
      $0.isVoided = true
    }
  }

  mutating func updateLot(_ row: JournalRow) {
    guard let lot = lots[row.subject], let terms = row.terms else {
      note(.lots, row, "it changes no lot, or has no terms")
      return
    }
    if let end = terms.expiresAt, end <= row.instant {
      takeRest(of: lot, row)
      changeLot(row.subject, row) { $0.lapsed += lot.unpinned }
    } else if row.delta.posted != 0 || row.delta.scheduled != 0 {
      note(.lots, row, "it moves \(row.delta.posted) and \(row.delta.scheduled), nothing lapses")
    }
    changeLot(row.subject, row) { $0.terms = terms }
  }

  private mutating func takeRest(of lot: AuditedLot, _ row: JournalRow) {
    let moved = lot.isScheduled ? row.delta.scheduled : row.delta.posted
    if -moved.wide != lot.unpinned {
      note(.lots, row, "it takes \(-moved.wide), unpinned are \(lot.unpinned)")
    }
    if lot.isOver(at: row.instant) || lot.remaining == 0 {
      note(.lots, row, "lot \(lot.version) is over, or nothing of it remains")
    }
    requireDraws([], in: row)
  }
}
