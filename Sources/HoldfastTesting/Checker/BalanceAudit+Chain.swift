internal import Holdfast

/// What holds between a row and the one before it, and after every row.
extension BalanceAudit {
  mutating func checkChain(_ row: JournalRow, at index: Int) {
    let version = base + Int64(index) + 1
    if row.version != version {
      note(.chain, row, "it stands where version \(version) belongs")
    }
    let before =
      index == 0
      ? FigureSums(contents.checkpoint?.figures ?? .zero)
      : FigureSums(contents.rows[index - 1].after)
    let after = before + FigureSums(row.delta)
    for (name, stored, audited) in after.differences(from: FigureSums(row.after)) {
      note(
        .chain, row, "\(name) after it is \(stored), the row before and its delta make \(audited)")
    }
    if let lastInstant, row.instant < lastInstant {
      note(
        .time, row,
        "it stands at \(row.instant.microseconds), the row before at \(lastInstant.microseconds)")
    }
    if let dueAt = row.dueAt, dueAt >= row.instant || row.cause != nil {
      note(
        .time, row,
        "it stands at \(row.instant.microseconds) and was due at \(dueAt.microseconds)")
    }
  }

  /// Compares what the rows so far make of lots, holds and debt with the sums of their deltas.
  mutating func checkTotals(_ row: JournalRow) {
    if sums.posted + sums.scheduled >= Amount.maximum.wide { hasStoodAtBound = true }
    var audited = FigureSums()
    audited.posted = totals.remaining - debt + unopened
    audited.held = totals.held
    audited.debt = debt
    audited.scheduled = totals.scheduled
    audited.overdraftLimit = sums.overdraftLimit
    var now = FigureSums()
    now.posted = sums.posted - audited.posted
    now.held = sums.held - audited.held
    now.debt = sums.debt - audited.debt
    now.scheduled = sums.scheduled - audited.scheduled
    if now.held != drift.held {
      note(.holds, row, "held is \(sums.held), open reservations hold \(audited.held)")
    }
    var others = now
    others.held = drift.held
    if others != drift {
      for (name, stored, own) in audited.differences(from: sums) where name != "held" {
        note(.lots, row, "\(name) is \(stored), lots and draws make \(own)")
      }
    }
    drift = now
    if totals.pinned > totals.held {
      note(.lots, row, "\(totals.pinned) are pinned and \(totals.held) held")
    }
  }

  /// A draw or a hold may not lead below the floor, or below zero where the overdraft is left out.
  mutating func checkFloor(_ row: JournalRow, withOverdraft: Bool = true) {
    let floor = withOverdraft ? -sums.overdraftLimit : 0
    let uncommitted = sums.posted - sums.held
    if uncommitted < floor {
      note(.floor, row, "posted less held is \(uncommitted) after it, the floor is \(floor)")
    }
  }
}
