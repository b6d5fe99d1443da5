/// What time does: lots lapse, holds lapse, scheduled credit starts. It happens at its due instant,
/// whether or not anybody looked.
extension AccountState {
  /// Writes all that is due by `now`.
  mutating func advance(to now: Instant) {
    while let due = nextDue(by: now) { writeDue(at: Moment(instant: due, cause: nil)) }
  }

  /// The earliest due instant of all balances, at most `latest`.
  mutating func nextDue(by latest: Instant = .latest) -> Instant? {
    var earliest: Instant?
    for balance in balances.indices {
      guard let lowerBound = balances[balance].dueQueue.lowerBound, lowerBound <= latest,
        let due = balances[balance].nextDue(by: latest)
      else { continue }
      earliest = min(due, earliest ?? due)
    }
    return earliest
  }

  /// Of all balances lots go before holds and holds before activations: what a hold of one gives back
  /// into another finds the lots there as they are at that instant.
  private mutating func writeDue(at moment: Moment) {
    var entries: [(balance: Int, entry: DueQueue.Entry)] = []
    for balance in balances.indices.sorted(by: { balances[$0].unit < balances[$1].unit }) {
      entries += balances[balance].takeDue(at: moment.instant).map { (balance, $0) }
    }
    for (balance, entry) in entries where entry.event == .lotExpiry {
      expire(entry.version, in: balance, at: moment)
    }
    for (balance, entry) in entries where entry.event == .holdLapse {
      lapse(entry.version, in: balance, at: moment)
    }
    for (balance, entry) in entries where entry.event == .activation {
      activate(entry.version, in: balance, at: moment)
    }
  }

  /// Only the unpinned part lapses; the pinned part stays for the holds.
  private mutating func expire(_ version: Int64, in balance: Int, at moment: Moment) {
    guard let lot = balances[balance].lots[version], lot.free > 0 else { return }
    var row = JournalRow(.expiry)
    row.subject = version
    row.delta.posted = -lot.free
    changeLot(balance, version) { $0.remaining = $0.pinned }
    append(row, to: balance, at: moment)
  }

  private mutating func activate(_ version: Int64, in balance: Int, at moment: Moment) {
    guard let lot = balances[balance].lots[version] else { return }
    changeLot(balance, version) { $0.isScheduled = false }
    var row = JournalRow(.activation)
    row.subject = version
    row.delta.posted = lot.remaining
    row.delta.scheduled = -lot.remaining
    row.lot = LotRow(terms: lot.terms)
    row.draws = repayDebt(of: balance, &row.delta)
    append(row, to: balance, at: moment)
  }

  private mutating func lapse(_ version: Int64, in balance: Int, at moment: Moment) {
    guard var hold = balances[balance].holds[version] else { return }
    let charge: Amount
    switch hold.onLapse {
    case .return: charge = 0
    case .chargeReported: charge = min(max(0, hold.reported - hold.settled), hold.remaining)
    case .chargeAll: charge = hold.remaining
    }
    var row = JournalRow(charge > 0 ? .settlement : .lapse)
    row.subject = version
    if charge > 0 {
      row.settlement = .lapsed
      row.draws = burnHold(charge, of: &hold, in: balance, &row.delta)
      hold.requested += charge
    }
    let lapsed = close(&hold, as: .expired, in: balance, at: moment, &row)
    append(row, to: balance, at: moment)
    writeLapses(lapsed, in: balance, at: moment)
    if hold.settled == 0 { takeBackUsage(of: hold, at: moment) }
  }
}
