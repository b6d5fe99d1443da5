/// What an account contributes to reservation statistics.
extension AccountState {
  /// Adds the reservations that ended in the period, and the late settlements that came in it.
  package func addReservations(
    _ query: ReservationQuery, to sums: inout StatisticsAccumulator<ReservationFigures>
  ) throws(LedgerError) {
    guard let balance = balance(of: query.unit) else { return }
    for row in balances[balance].journal.rows(in: sums.buckets) {
      guard let hold = row.hold, hold.status != .open,
        let reserve = balances[balance].journal[hold.version]
      else { continue }
      let figures = try ReservationFigures(row, hold, reservedAt: reserve.instant)
      try sums.add(
        figures, at: row.instant,
        key: query.grouping.map { key(of: hold, reserve: reserve, by: $0) })
    }
  }

  private func key(
    of hold: Hold, reserve: JournalRow, by grouping: ReservationGrouping
  ) -> StatisticsKey {
    switch grouping {
    case .account: return .value(name.text)
    case .description: return StatisticsKey(reserve.cause?.command.action.details.description)
    case .item:
      guard case .usage(let item) = hold.counts.first?.stream else { return .none }
      return .value(item.text)
    }
  }
}

extension ReservationFigures {
  /// What a row contributes that closed a reservation, or came late to it.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - hold: The closed reservation as the row left it.
  ///   - reservedAt: When it was opened.
  package init(
    _ row: borrowing JournalRow, _ hold: Hold, reservedAt: Instant
  ) throws(LedgerError) {
    if row.settlement == .late {
      addLate(charged: -row.delta.posted, requested: row.requestedAmount)
      return
    }
    switch hold.status {
    case .settled: settledCount = 1
    case .released: releasedCount = 1
    case .expired:
      expiredCount = 1
      if hold.settled == 0 {
        expiredUnsettledCount = 1
        expiredUnsettledAmount = hold.everHeld.value
      }
    case .open: return
    }
    heldAmount = hold.everHeld.value
    settledAmount = hold.settled.value
    returnedAmount = hold.returned.value
    shortfallAmount = hold.shortfall.value
    try heldTimes.add(microseconds: row.instant.microseconds - reservedAt.microseconds)
  }

  private mutating func addLate(charged: Amount, requested: Amount) {
    if charged > 0 {
      lateCount = 1
      lateAmount = charged.value
    }
    shortfallAmount = (requested - charged).value
  }
}

extension JournalRow {
  /// What the settlement of this row asked for.
  fileprivate var requestedAmount: Amount {
    if case .settle(let settle) = cause?.command.action { settle.amount } else { 0 }
  }
}
