internal import Holdfast

/// Lots as rows open, change and draw them.
extension BalanceAudit {
  /// When the row took effect: of what time did, when it was due.
  func moment(of row: JournalRow) -> Instant {
    row.cause == nil ? row.dueAt ?? row.instant : row.instant
  }

  mutating func changeLot(_ version: Int64, _ row: JournalRow, _ body: (inout AuditedLot) -> Void) {
    guard var lot = lots[version] else {
      note(.lots, row, "it acts on lot \(version), which no row opened")
      return
    }
    count(lot, -1)
    body(&lot)
    put(lot, row)
  }

  private mutating func put(_ lot: AuditedLot, _ row: JournalRow) {
    count(lot, 1)
    place(lot)
    if lot.remaining < 0 || lot.pinned < 0 || lot.pinned > lot.remaining {
      note(.lots, row, "lot \(lot.version) has \(lot.remaining) remaining, \(lot.pinned) pinned")
    }
  }

  /// Keeps a lot, its place in the burn order, and when it is due.
  mutating func place(_ lot: AuditedLot) {
    let old = lots[lot.version]
    let (from, to) = (old.flatMap(\.drawPlace), lot.drawPlace)
    if from != to {
      if let from { drawable.remove(from) }
      if let to { drawable.insert(to) }
    }
    move(old.flatMap { DuePlace($0) }, to: DuePlace(lot))
    lots[lot.version] = lot
  }

  private mutating func count(_ lot: AuditedLot, _ sign: Int128) {
    if lot.isScheduled {
      totals.scheduled += sign * lot.remaining
    } else {
      totals.remaining += sign * lot.remaining
    }
    totals.pinned += sign * lot.pinned
  }

  mutating func openLot(_ row: JournalRow) {
    guard let terms = row.terms else {
      note(.lots, row, "it opens a lot without terms")
      return
    }
    let isScheduled = row.event == .credit && terms.effectiveAt > row.instant
    let moved = isScheduled ? row.delta.scheduled : row.delta.posted
    switch row.event {
    case .credit:
      if moved != row.opened {
        note(.lots, row, "it grants \(row.opened) and moves \(moved)")
      }
    case .transferIn: unopened = moved.wide - row.opened.wide
    default:
      unopened -= row.opened.wide
      if moved != 0 { note(.lots, row, "a further lot of a transfer moves \(moved)") }
    }
    if row.opened.value <= 0 { note(.lots, row, "it grants \(row.opened)") }
    if row.event != .credit, unopened < 0 {
      note(.lots, row, "lots were opened for \(-unopened) more than the transfer brought")
    }
    requireDraws([], in: row)
    if row.event != .credit { noteArrival(row, terms) }
    put(
      AuditedLot(
        version: row.version, granted: row.opened.wide, terms: terms, isScheduled: isScheduled),
      row)
  }

  mutating func activate(_ row: JournalRow) {
    guard let lot = lots[row.subject], lot.isScheduled else {
      note(.lots, row, "no scheduled credit was opened by version \(row.subject)")
      return
    }
    changeLot(row.subject, row) { $0.isScheduled = false }
    requireDraws([], in: row)
    if let terms = row.terms, terms != lot.terms {
      note(.lots, row, "its terms are not those of lot \(row.subject)")
    }
  }

  /// A debit, a usage charge or what leaves by a transfer.
  mutating func charge(_ row: JournalRow) {
    let amount = -row.delta.posted.wide
    let withDebt = row.event != .transferOut
    if row.event == .transferOut { noteDeparture(row) }
    requireDraws(freshDraws(amount, at: moment(of: row), withDebt: withDebt), in: row)
    for piece in row.charges {
      draw(piece, row) { lot in
        if row.event == .transferOut {
          lot.transferred += piece.amount
        } else {
          lot.burned += piece.amount
        }
      }
    }
    guard amount > 0 else { return }
    checkFloor(row, withOverdraft: row.mayUseOverdraft)
  }

  /// Takes a piece from its lot, or makes debt of it.
  mutating func draw(_ piece: Piece, _ row: JournalRow, _ take: (inout AuditedLot) -> Void) {
    if piece.lot == 0 { debt += piece.amount } else { changeLot(piece.lot, row, take) }
  }

  /// What `amount` takes in burn order.
  func freshDraws(_ amount: Int128, at moment: Instant, withDebt: Bool) -> [Piece] {
    var missing = amount
    var pieces: [Piece] = []
    guard missing > 0 else { return [] }
    for place in drawable.elements {
      guard let lot = lots[place.version], lot.counts(at: moment) else { continue }
      let taken = min(missing, lot.unpinned)
      pieces.append(Piece(lot: lot.version, amount: taken))
      missing -= taken
      if missing == 0 { break }
    }
    if missing > 0, withDebt { pieces.append(Piece(lot: 0, amount: missing)) }
    return pieces
  }

  mutating func requireDraws(_ expected: [Piece], in row: JournalRow) {
    guard row.charges.joined != expected.joined else { return }
    note(.lots, row, "it draws \(row.charges), the burn order is \(expected)")
  }

  /// Debt is repaid as soon as a lot that counts has something unpinned.
  mutating func repay(_ row: JournalRow) {
    let isIncomplete = unopened > 0
    let expected =
      isIncomplete || debt <= 0
      ? [] : freshDraws(debt, at: moment(of: row), withDebt: false)
    if row.repaid.joined != expected.joined {
      note(.lots, row, "it repays debt from \(row.repaid), and should from \(expected)")
    }
    for piece in row.repaid {
      debt -= piece.amount
      repayments.append(piece)
      changeLot(piece.lot, row) { $0.burned += piece.amount }
    }
  }
}

extension JournalRow {
  /// What it drew, pinned or gave back.
  var charges: [Piece] { draws.filter { !$0.isRepayment }.map(Piece.init) }

  /// What lots repaid of the debt with it.
  var repaid: [Piece] { draws.filter { $0.isRepayment }.map(Piece.init) }

  fileprivate var mayUseOverdraft: Bool {
    if event == .transferOut { return false }
    if case .debit(let debit) = cause?.command.action { return debit.overage != .drawAvailable }
    return true
  }
}
