internal import Holdfast

/// Beginning where an archive ends: with what the checkpoint says, and what is kept of the rows before.
extension BalanceAudit {
  mutating func begin(at checkpoint: StreamCheckpoint) {
    sums = FigureSums(checkpoint.figures)
    debt = checkpoint.figures.debt.wide
    repayments = checkpoint.repayments.map(Piece.init)
    lastInstant = checkpoint.instant
    // Whether it was is in the rows that are gone.
    hasStoodAtBound = true
    beginLots(checkpoint)
    beginHolds(checkpoint)
    for row in contents.kept where row.event == .reversal && row.version <= base {
      let amount = (row.delta.posted + row.delta.scheduled).magnitude.wide
      guard amount != 0 else { continue }
      reversed[row.subject, default: 0] += amount
      if row.isAnswer { reversedByCommand[row.subject, default: 0] += amount }
    }
    checkTotals(of: checkpoint)
  }

  /// Those that were not over stand in the checkpoint; nothing changes the others any more.
  private mutating func beginLots(_ checkpoint: StreamCheckpoint) {
    var known: Set<Int64> = []
    for lot in checkpoint.lots {
      known.insert(lot.version)
      begin(lot, remaining: lot.remaining.wide, pinned: lot.pinned.wide)
    }
    for lot in contents.lots.values where lot.version <= base && !known.contains(lot.version) {
      begin(lot, remaining: 0, pinned: 0)
    }
  }

  private mutating func begin(_ lot: Lot, remaining: Int128, pinned: Int128) {
    var audited = AuditedLot(
      version: lot.version, granted: lot.granted.wide, terms: lot.terms,
      isScheduled: lot.isScheduled)
    audited.isVoided = lot.isVoided
    // Where it went is in the rows that are gone.
    audited.burned = lot.granted.wide - remaining
    audited.pinned = pinned
    place(audited)
    if lot.isScheduled {
      totals.scheduled += remaining
    } else {
      totals.remaining += remaining
    }
    totals.pinned += pinned
  }

  private mutating func beginHolds(_ checkpoint: StreamCheckpoint) {
    for hold in checkpoint.holds {
      place(
        AuditedHold(hold, key: row(hold.version)?.cause?.key, closedBy: nil), isOpen: true)
      totals.held += hold.remaining.wide
    }
    for row in contents.kept where row.version <= base && row.settlement != .late {
      guard let hold = row.hold, hold.status != .open else { continue }
      place(
        AuditedHold(hold, key: self.row(hold.version)?.cause?.key, closedBy: row.version),
        isOpen: openHolds.contains(hold.version))
    }
    // Whether they passed a limit was to be seen in the rows that are gone.
    for version in holds.keys.sorted() {
      if let hold = holds[version] { _ = spending.open(hold, among: holds) }
    }
  }

  /// The figures of a checkpoint are what its lots and reservations make.
  private mutating func checkTotals(of checkpoint: StreamCheckpoint) {
    var audited = sums
    audited.posted = totals.remaining - debt
    audited.held = totals.held
    audited.scheduled = totals.scheduled
    for (name, stored, own) in audited.differences(from: sums) {
      findings.add(
        .lots, "\(place), checkpoint \(base): \(name) is \(stored), lots and holds make \(own)")
    }
    drift = FigureSums()
    if Int64(contents.kept.count) > checkpoint.version {
      findings.add(.chain, "\(place), checkpoint \(base): more rows are kept than it has")
    }
  }
}

extension AuditedHold {
  fileprivate init(_ hold: Hold, key: IdempotencyKey?, closedBy: Int64?) {
    self.init(
      version: hold.version, key: key, initial: hold.initial.wide,
      graceMicroseconds: hold.graceMicroseconds, floor: hold.floor, onLapse: hold.onLapse,
      counts: hold.counts, expiresAt: hold.expiresAt, pins: hold.pins.map(Piece.init))
    increased = hold.increased.wide
    settledFromHold = hold.settledFromHold.wide
    returned = hold.returned.wide
    requested = hold.requested.wide
    settled = hold.settled.wide
    shortfall = hold.shortfall.wide
    reported = hold.reported.wide
    status = hold.status
    self.closedBy = closedBy
  }
}
