package import Holdfast

/// What the rows of a tenant contribute to statistics, row by row. Only what is written counts.
extension LedgerContents {
  /// Entries of a unit within a period, by kind or by account.
  package func entryPoints(_ query: ConsumptionQuery) -> PointSums {
    var points = PointSums(ConsumptionFigures.names)
    visitRows(query.account, query.unit, query.period) { account, balance, row in
      guard row.delta.posted != 0 else { return }
      let key: StatisticsKey? =
        switch query.grouping {
        case .kind: .value(ReportAudit.kind(of: row, in: balance))
        case .account: .value(account.name.text)
        default: nil
        }
      points.add(ReportAudit.values(of: row), at: row.instant, key: key)
    }
    return points
  }

  /// Reservations that ended within a period, by account, and late settlements.
  package func reservationPoints(_ query: ReservationQuery) -> PointSums {
    var points = PointSums(ReservationFigures.names)
    visitRows(query.account, query.unit, query.period) { account, balance, row in
      let key: StatisticsKey? = query.grouping == .account ? .value(account.name.text) : nil
      guard let hold = row.hold, hold.status != .open else { return }
      if row.settlement == .late {
        guard case .settle(let settle) = row.cause?.command.action else { return }
        let charged = -row.delta.posted.wide
        points.add(
          [0, 0, 0, 0, 0, 0, 0, 0, settle.amount.wide - charged, charged > 0 ? 1 : 0, charged],
          at: row.instant, key: key)
        return
      }
      let own = balance.rows.filter { $0.subject == hold.version && $0.hold != nil }
      let held = own.reduce(0) { $0 + max(0, $1.delta.held.wide) }
      let settled = own.filter { $0.event == .settlement && $0.settlement != .late }
        .reduce(0) { $0 - $1.delta.posted.wide }
      let isUnsettled = hold.status == .expired && settled == 0
      points.add(
        [
          hold.status == .settled ? 1 : 0, hold.status == .released ? 1 : 0,
          hold.status == .expired ? 1 : 0, isUnsettled ? 1 : 0, isUnsettled ? held : 0, held,
          settled, hold.returned.wide, hold.shortfall.wide, 0, 0,
        ], at: row.instant, key: key)
    }
    return points
  }

  /// What is held of a unit at an instant, all that happened at it included.
  package func held(of unit: UnitName, at instant: Instant) -> Int64 {
    accounts.flatMap(\.balances).filter { $0.unit == unit }.flatMap(\.rows)
      .filter { $0.instant <= instant }.reduce(0) { $0 + $1.delta.held.value }
  }

  private func visitRows(
    _ name: AccountName?, _ unit: UnitName, _ period: StatisticsPeriod,
    _ visit: (AccountContents, BalanceContents, JournalRow) -> Void
  ) {
    for account in accounts where name == nil || account.name == name {
      for balance in account.balances where balance.unit == unit {
        for row in balance.rows where period.from <= row.instant && row.instant < period.to {
          visit(account, balance, row)
        }
      }
    }
  }
}

extension ReservationFigures {
  package static let names = [
    "settledCount", "releasedCount", "expiredCount", "expiredUnsettledCount",
    "expiredUnsettledAmount", "heldAmount", "settledAmount", "returnedAmount", "shortfallAmount",
    "lateCount", "lateAmount",
  ]

  package static func values(_ figures: ReservationFigures) -> [Int128] {
    [
      figures.settledCount, figures.releasedCount, figures.expiredCount,
      figures.expiredUnsettledCount, figures.expiredUnsettledAmount, figures.heldAmount,
      figures.settledAmount, figures.returnedAmount, figures.shortfallAmount, figures.lateCount,
      figures.lateAmount,
    ].map { Int128($0) }
  }
}
