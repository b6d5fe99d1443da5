internal import Holdfast

/// Reservations as rows open and change them.
extension BalanceAudit {
  /// Opens or changes a reservation, and compares it with the image that the row carries.
  mutating func put(_ hold: AuditedHold, _ row: JournalRow) {
    if let old = holds[hold.version], old.status == .open { totals.held -= old.remaining }
    if hold.status == .open { totals.held += hold.remaining }
    place(hold, isOpen: hold.status == .open)
    if hold.remaining < 0 || (hold.status != .open && hold.remaining != 0) {
      note(.reservation, row, "\(hold.remaining) remain of reservation \(hold.version)")
    }
    guard let image = row.hold else {
      note(.reservation, row, "it does not say how it left reservation \(hold.version)")
      return
    }
    for (invariant, text) in hold.differences(from: image) {
      note(invariant, row, "of reservation \(hold.version) \(text)")
    }
  }

  /// Keeps a reservation, and when it is due.
  mutating func place(_ hold: AuditedHold, isOpen: Bool) {
    let wasOpen = openHolds.contains(hold.version)
    let old = wasOpen ? holds[hold.version].map { DuePlace($0) } : nil
    move(old, to: isOpen ? DuePlace(hold) : nil)
    holds[hold.version] = hold
    if isOpen == wasOpen { return }
    if isOpen { openHolds.insert(hold.version) } else { openHolds.remove(hold.version) }
  }

  /// The reservation that the row acts on, when it may still be acted on.
  mutating func openHold(for row: JournalRow) -> AuditedHold? {
    guard let hold = holds[row.subject] else {
      note(.reservation, row, "no reservation was opened by version \(row.subject)")
      return nil
    }
    guard let closedBy = hold.closedBy else { return hold }
    note(.closed, row, "reservation \(hold.version) was closed by version \(closedBy)")
    return nil
  }

  mutating func openHold(_ row: JournalRow) {
    guard case .reserve(let reserve) = row.cause?.command.action, let image = row.hold,
      row.subject == row.version
    else {
      note(.reservation, row, "it opens no reservation of its own")
      return
    }
    let held = row.delta.held.wide
    pin(held, row)
    let seconds = Int64(reserve.expiresInSeconds).multipliedReportingOverflow(by: 1_000_000)
    let end = row.instant.microseconds.addingReportingOverflow(seconds.partialValue)
    var hold = AuditedHold(
      version: row.version, key: row.cause?.key, initial: held,
      graceMicroseconds: Int64(reserve.graceSeconds) &* 1_000_000, floor: reserve.floor,
      onLapse: reserve.onLapse, counts: image.counts, expiresAt: Instant(microseconds: .max),
      pins: row.charges)
    if !seconds.overflow, !end.overflow {
      hold.expiresAt = Instant(microseconds: end.partialValue)
    }
    put(hold, row)
    if held > 0 { checkFloor(row, withOverdraft: reserve.floor == .overdraft) }
    for text in spending.open(hold, among: holds) {
      note(.usage, row, text)
    }
  }

  /// Pins must follow the burn order; what no lot has is held without pins.
  private mutating func pin(_ amount: Int128, _ row: JournalRow) {
    requireDraws(freshDraws(amount, at: moment(of: row), withDebt: false), in: row)
    for piece in row.charges { changeLot(piece.lot, row) { $0.pinned += piece.amount } }
    if row.delta.posted != 0 || row.delta.scheduled != 0 {
      note(.lots, row, "a hold moves \(row.delta.posted) posted")
    }
  }

  mutating func increase(_ row: JournalRow) {
    guard var hold = openHold(for: row) else { return }
    let held = row.delta.held.wide
    pin(held, row)
    checkUnexpired(hold, row)
    hold.increased += held
    hold.pins = (hold.pins + row.charges).joined
    put(hold, row)
    if held > 0 { checkFloor(row, withOverdraft: hold.floor == .overdraft) }
    for text in spending.grow(hold, among: holds) { note(.usage, row, text) }
  }

  mutating func extend(_ row: JournalRow) {
    guard var hold = openHold(for: row) else { return }
    checkUnexpired(hold, row)
    requireStillness(of: row)
    if case .extend(let extend) = row.cause?.command.action {
      let start: Instant
      let seconds: Int
      switch extend.by {
      case .fromNow(let number): (start, seconds) = (row.instant, number)
      case .fromExpiry(let number): (start, seconds) = (hold.expiresAt, number)
      }
      let length = Int64(seconds).multipliedReportingOverflow(by: 1_000_000)
      let end = start.microseconds.addingReportingOverflow(length.partialValue)
      if !length.overflow, !end.overflow {
        hold.expiresAt = max(hold.expiresAt, Instant(microseconds: end.partialValue))
      }
    }
    put(hold, row)
  }

  mutating func report(_ row: JournalRow) {
    guard var hold = openHold(for: row) else { return }
    requireStillness(of: row)
    if case .report(let report) = row.cause?.command.action {
      let used = report.used.wide
      if used <= hold.reported || used > hold.initial + hold.increased {
        note(
          .reservation, row,
          "\(used) are reported after \(hold.reported), of \(hold.initial + hold.increased)")
      }
      hold.reported = used
    }
    put(hold, row)
  }

  private mutating func checkUnexpired(_ hold: AuditedHold, _ row: JournalRow) {
    guard row.instant >= hold.expiresAt else { return }
    note(
      .time, row,
      "it stands at \(row.instant.microseconds), the expiry at \(hold.expiresAt.microseconds)")
  }

  private mutating func requireStillness(of row: JournalRow) {
    requireDraws([], in: row)
    if row.delta != .zero { note(.lots, row, "it moves \(row.delta.posted) posted") }
  }
}
