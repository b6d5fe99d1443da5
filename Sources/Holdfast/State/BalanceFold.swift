/// The lots and open reservations of a balance as its rows left them, for a past instant.
package struct BalanceFold {
  /// Every lot that was ever opened, by the version that opened it; of those before a checkpoint the
  /// ones that were not over.
  package private(set) var lots: [Int64: Lot] = [:]
  /// The open reservations.
  package private(set) var holds: [Int64: Hold] = [:]
  /// What lots repaid of the debt and was not undone, the latest last.
  package private(set) var repayments: [Draw] = []
  /// How much of an entry was reversed by the rows taken in, or before.
  private var reversed: [Int64: Amount] = [:]

  /// Begins with the first row, or behind a checkpoint.
  package init(_ checkpoint: StreamCheckpoint?) {
    guard let checkpoint else { return }
    for lot in checkpoint.lots { lots[lot.version] = lot }
    for hold in checkpoint.holds { holds[hold.version] = hold }
    repayments = checkpoint.repayments
  }

  /// Takes in the rows up to and including a version.
  init(_ journal: RowStore, through version: Int64) {
    self.init(journal.checkpoint)
    let first = (journal.checkpoint?.version ?? 0) + 1
    guard version >= first else { return }
    for version in first...version {
      guard let row = journal[version] else { return }
      apply(row, entry: row.event == .reversal ? journal[row.subject] : nil)
    }
  }

  /// Says how much of an entry was reversed before the rows that follow.
  package mutating func note(reversed amount: Amount, ofEntry version: Int64) {
    reversed[version, default: 0] += amount
  }

  /// - Parameter entry: of a reversal, what it reverses.
  package mutating func apply(_ row: JournalRow, entry: JournalRow?) {
    open(row)
    applyRepayments(row, entry)
    applyDraws(row, subject: entry?.event)
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

  /// A reversal undoes its entry's draws, the latest first; of debt what is open, and beyond that the
  /// latest repayments.
  private mutating func applyRepayments(_ row: JournalRow, _ entry: JournalRow?) {
    if let entry, entry.event != .credit {
      let amount = row.delta.posted
      var undone = reversed[entry.version] ?? 0
      reversed[entry.version] = undone + amount
      var open = row.after.debt - row.delta.debt
      var missing = amount
      for draw in entry.draws.reversed() where !draw.isRepayment && missing > 0 {
        let passed = min(undone, draw.amount)
        undone -= passed
        let taken = min(draw.amount - passed, missing)
        missing -= taken
        guard draw.lot == Draw.debt, taken > 0 else { continue }
        let lowered = min(taken, open)
        open -= lowered
        undoRepayments(taken - lowered)
      }
    }
    repayments += row.draws.filter(\.isRepayment)
  }

  private mutating func undoRepayments(_ amount: Amount) {
    var missing = amount
    while missing > 0, let latest = repayments.last {
      if latest.amount <= missing {
        repayments.removeLast()
      } else {
        repayments[repayments.count - 1].amount -= missing
      }
      missing -= min(missing, latest.amount)
    }
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
