/// The lots and open reservations of a balance as its rows left them, for a past instant.
struct BalanceFold {
  /// Every lot that was ever opened, by the version that opened it.
  private(set) var lots: [Int64: Lot] = [:]
  /// The open reservations.
  private(set) var holds: [Int64: Hold] = [:]

  /// Takes in the rows up to and including a version.
  init(_ journal: RowStore, through version: Int64) {
    guard version > 0 else { return }
    for version in 1...version {
      guard let row = journal[version] else { return }
      apply(row, subject: row.event == .reversal ? journal[row.subject]?.event : nil)
    }
  }

  /// - Parameter subject: of a reversal, what it reverses.
  private mutating func apply(_ row: JournalRow, subject: JournalRow.Event?) {
    open(row)
    applyDraws(row, subject: subject)
    applyTerms(row)
    // A late settlement carries a hold that is closed already.
    guard let hold = row.hold, row.settlement != .late else { return }
    for pin in holds[hold.version]?.pins ?? [] { lots[pin.lot]?.pinned -= pin.amount }
    for pin in hold.pins { lots[pin.lot]?.pinned += pin.amount }
    holds[hold.version] = hold.status == .open ? hold : nil
  }

  private mutating func open(_ row: JournalRow) {
    guard let lot = row.lot, lot.opened > 0 else { return }
    lots[row.version] = Lot(
      version: row.version, granted: lot.opened, remaining: lot.opened, pinned: 0,
      terms: lot.terms, isScheduled: row.delta.scheduled > 0, isVoided: false)
  }

  private mutating func applyDraws(_ row: JournalRow, subject: JournalRow.Event?) {
    switch row.event {
    // What these name are pins, and the hold has them.
    case .reserve, .increase: return
    default: break
    }
    let givesBack = row.event == .reversal && subject != .credit
    for draw in row.draws where draw.lot != Draw.debt {
      if givesBack && !draw.isRepayment {
        lots[draw.lot]?.remaining += draw.amount
      } else {
        lots[draw.lot]?.remaining -= draw.amount
      }
    }
  }

  private mutating func applyTerms(_ row: JournalRow) {
    switch row.event {
    case .activation: lots[row.subject]?.isScheduled = false
    case .expiry: lots[row.subject]?.remaining += row.delta.posted
    case .void:
      lots[row.subject]?.remaining += row.delta.posted + row.delta.scheduled
      lots[row.subject]?.isVoided = true
    case .lotUpdate:
      lots[row.subject]?.remaining += row.delta.posted + row.delta.scheduled
      if let terms = row.lot?.terms { lots[row.subject]?.terms = terms }
    default: break
    }
  }
}
