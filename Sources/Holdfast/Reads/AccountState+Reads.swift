/// What is read of an account, once what is due has been accounted for.
extension AccountState {
  /// - Parameter seconds: how far ahead `expiringSoon` looks.
  package mutating func readBalance(
    _ unit: UnitName, expiringWithin seconds: Int, at now: Instant
  ) -> Balance {
    guard let balance = balance(of: unit) else { return Balance(unit: unit, figures: .zero) }
    var view = Balance(unit: unit, figures: balances[balance].figures)
    let horizon = now.advanced(bySeconds: Int64(seconds))
    view.expiringSoon = balances[balance].lots.values.reduce(0) { sum, lot in
      guard !lot.isScheduled, !lot.isVoided, let expiresAt = lot.terms.expiresAt,
        expiresAt <= horizon
      else { return sum }
      return sum + lot.free
    }
    view.nextDue = balances[balance].nextDue()
    return view
  }

  package func readBalance(
    _ unit: UnitName, asOf instant: Instant
  ) throws(LedgerError) -> Balance {
    guard let balance = balance(of: unit) else { return Balance(unit: unit, figures: .zero) }
    let journal = balances[balance].journal
    if let checkpoint = journal.checkpoint, instant < checkpoint.instant {
      throw checkpoint.refusal(of: "asOf")
    }
    var view = Balance(unit: unit, figures: journal.figures(after: journal.count(through: instant)))
    view.expiringSoon = nil
    return view
  }

  package func readReservation(
    _ reference: ReservationReference
  ) throws(LedgerError) -> Reservation {
    let (balance, hold) = try findHold(reference)
    return reservation(hold, in: balance)
  }

  /// Oldest first.
  package func readOpenReservations(_ unit: UnitName?) -> [Reservation] {
    var found: [Reservation] = []
    for index in balances.indices where unit == nil || balances[index].unit == unit {
      for hold in balances[index].holds.values {
        found.append(reservation(hold, in: index))
      }
    }
    return found.sorted {
      ($0.createdAt, $0.unit, $0.reservationId.position?.version ?? 0)
        < ($1.createdAt, $1.unit, $1.reservationId.position?.version ?? 0)
    }
  }

  func reservation(_ hold: Hold, in balance: Int) -> Reservation {
    guard let row = balances[balance].journal[hold.version], let cause = row.cause,
      case .reserve(let reserve) = cause.command.action
    else { preconditionFailure("a hold was opened by a reserve") }
    return Reservation(
      reservationId: reservationID(hold, in: balance), account: name,
      unit: balances[balance].unit, status: hold.status, initialAmount: hold.initial,
      increasedAmount: hold.increased, remainingReserved: hold.remaining,
      requestedAmount: hold.requested, settledAmount: hold.settled,
      shortfallAmount: hold.shortfall, releasedAmount: hold.returned,
      reportedAmount: hold.reported, createdAt: row.instant, expiresAt: hold.expiresAt,
      lapsesAt: hold.lapsesAt, onLapse: hold.onLapse, key: cause.key,
      description: reserve.details.description, metadata: reserve.details.metadata)
  }

  /// In burn order; scheduled credit is no lot yet.
  package func readLots(_ unit: UnitName) -> [LotView] {
    guard let balance = balance(of: unit) else { return [] }
    let lots = balances[balance].lots.values.filter { !$0.isScheduled }
    return lots.sorted { $0.burnKey < $1.burnKey }.map { view(of: $0, in: balance) }
  }

  func view(of lot: Lot, in balance: Int) -> LotView {
    let stream = StreamName.balance(balances[balance].unit)
    return LotView(
      lotId: LotID(Position(account: id, stream: stream, version: lot.version)),
      amount: lot.granted, remaining: lot.remaining, pinned: lot.pinned,
      expiresAt: lot.terms.expiresAt, effectiveAt: lot.terms.effectiveAt,
      createdAt: lot.terms.createdAt, priority: Int(lot.terms.priority),
      category: lot.terms.category, costBasis: lot.terms.costBasis)
  }

  package mutating func readUsage(
    _ items: [ItemRevision], at now: Instant, _ setting: Setting
  ) -> [UsageView] {
    items.map { item in
      let meter = refreshedMeter(item, at: now, setting)
      let shown = meters[meter].shown
      return UsageView(
        item: item.definition.item, used: shown?.used ?? meters[meter].lifetime,
        limit: shown?.limit.maximum, remaining: shown?.remaining, periodStart: shown?.start,
        periodEnd: shown?.end, window: shown?.limit.window, overage: item.definition.overage,
        limits: meters[meter].counters.map {
          UsageView.LimitView(
            limit: $0.limit, used: $0.used, remaining: $0.remaining, periodStart: $0.start,
            periodEnd: $0.end)
        })
    }
  }
}

extension Balance {
  package init(unit: UnitName, figures: Figures) {
    self.init(
      unit: unit, posted: figures.posted, held: figures.held, debt: figures.debt,
      scheduled: figures.scheduled, overdraftLimit: figures.overdraftLimit, expiringSoon: 0,
      nextDue: nil)
  }
}
