/// What the lots of an account contribute to statistics.
extension AccountState {
  /// Adds the lots that expire in the period.
  package func addExpiring(
    _ query: ExpiringQuery, to sums: inout StatisticsAccumulator<ExpiringFigures>
  ) throws(LedgerError) {
    guard let balance = balance(of: query.unit) else { return }
    for lot in balances[balance].lots.values where lot.remaining > 0 && !lot.isVoided {
      guard let expiresAt = lot.terms.expiresAt else { continue }
      try sums.add(
        ExpiringFigures(lot), at: expiresAt,
        key: query.grouping.map { key(of: lot.terms.category, by: $0) })
    }
  }

  /// Adds what credits brought and what lapsed in the period.
  package func addBreakage(
    _ query: BreakageQuery, to sums: inout StatisticsAccumulator<BreakageFigures>
  ) throws(LedgerError) {
    guard let balance = balance(of: query.unit) else { return }
    for row in balances[balance].journal.rows(in: sums.buckets) where row.delta.posted != 0 {
      guard let opening = opening(of: row, in: balance),
        let figures = BreakageFigures(row, opening: opening)
      else { continue }
      try sums.add(
        figures, at: row.instant,
        key: query.grouping.map { key(of: opening.terms.category, by: $0) })
    }
  }

  /// The lot that the row opened or acts on, as it was opened.
  private func opening(of row: JournalRow, in balance: Int) -> LotRow? {
    switch row.event {
    case .credit: row.lot
    case .activation, .expiry, .void, .lotUpdate, .reversal:
      balances[balance].journal[row.subject]?.lot
    default: nil
    }
  }

  private func key(of category: Credit.Category, by grouping: LotGrouping) -> StatisticsKey {
    switch grouping {
    case .account: .value(name.text)
    case .category: .value(ByteText(category.rawValue))
    }
  }
}

extension ExpiringFigures {
  /// What a lot contributes.
  package init(_ lot: Lot) {
    if lot.isScheduled {
      scheduledAmount = lot.remaining.value
    } else {
      amount = lot.free.value
      pinnedAmount = lot.pinned.value
    }
    lotCount = 1
    costBasis = lot.terms.costBasis(of: lot.remaining, granted: lot.granted)
  }
}

extension BreakageFigures {
  /// What a row contributes; `nil` where it is nothing.
  ///
  /// - Parameters:
  ///   - row: A row that moved the posted figure.
  ///   - opening: The lot that it opened or acts on, as it was opened.
  package init?(_ row: borrowing JournalRow, opening: LotRow) {
    let delta = row.delta.posted.value
    switch row.event {
    case .credit, .activation: grantedAmount = delta
    case .reversal where delta < 0: withdrawnAmount = -delta
    case .expiry, .lotUpdate: lapsedAmount = -delta
    case .void: voidedAmount = -delta
    default: return nil
    }
    if brokenAmount > 0 {
      brokenCostBasis = opening.terms.costBasis(of: Amount(-delta), granted: opening.opened)
    }
  }
}

extension LotTerms {
  /// The part of the cost basis that falls to `piece` of what was granted, rounded down.
  fileprivate func costBasis(of piece: Amount, granted: Amount) -> Int64 {
    guard let costBasis, granted > 0 else { return 0 }
    return Int64(Int128(costBasis.value) * Int128(piece.value) / Int128(granted.value))
  }
}
