/// What one row contributes.
extension ConsumptionFigures {
  /// The figures of a row that moved the posted figure; nothing of another.
  ///
  /// A reversal that gives something undoes a charge, one that takes something undoes a credit.
  package init(_ row: borrowing JournalRow) {
    let delta = row.delta.posted.value
    guard delta != 0 else { return }
    entryCount = 1
    if delta < 0 { spent = -delta } else { granted = delta }
    switch row.event {
    case .debit, .settlement, .usageCharge: consumed = -delta
    case .expiry, .lotUpdate: lapsed = -delta
    case .void: voided = -delta
    case .transferOut: transferred = -delta
    case .reversal:
      reversed = abs(delta)
      if delta > 0 { consumed = -delta }
    case .credit, .activation, .transferIn, .transferPiece, .reserve, .increase, .extend, .report,
      .release, .lapse, .overdraftLimit, .usage, .usageReversal:
      break
    }
  }
}
