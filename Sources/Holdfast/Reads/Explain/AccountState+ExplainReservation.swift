/// The life of a reservation.
extension AccountState {
  func explainReservation(_ hold: Hold, in balance: Int) -> Explanation.ReservationView {
    var view = Explanation.ReservationView(
      reservation: reservation(hold, in: balance),
      pins: hold.pins.map { share(.pinned, $0.amount, $0.lot, in: balance) },
      settledFromHold: hold.settledFromHold, lateAmount: 0, reversedAmount: 0, lapsedAmount: 0,
      steps: [])
    let unpinned = hold.remaining - hold.pins.total
    if unpinned > 0 { view.pins.append(share(.pinned, unpinned, Draw.debt, in: balance)) }
    var found = life(of: hold, in: balance, &view)
    for charge in usageCharges(countedWith: hold) { found += charge }
    view.steps = found.compactMap { step($0.version, in: $0.balance) }
      .sorted { ($0.instant, $0.unit, $0.version) < ($1.instant, $1.unit, $1.version) }
    return view
  }

  private typealias Found = (balance: Int, version: Int64)

  private func life(
    of hold: Hold, in balance: Int, _ view: inout Explanation.ReservationView
  ) -> [Found] {
    let journal = balances[balance].journal
    var found: [Found] = []
    var settlements: Set<Int64> = []
    var giver: JournalRow?
    for version in journal.versions(from: hold.version) {
      guard let row = journal[version] else { continue }
      if row.hold?.version == hold.version {
        found.append((balance, version))
        if row.event == .settlement { settlements.insert(version) }
        if row.settlement == .late { view.lateAmount -= row.delta.posted }
        giver = version == journal.closer(of: hold.version) ? row : nil
      } else if row.event == .reversal, settlements.contains(row.subject) {
        found.append((balance, version))
        view.reversedAmount += row.delta.posted
        giver = row
      } else if let giver, row.isLapse(with: giver) {
        found.append((balance, version))
        view.lapsedAmount -= row.delta.posted
      } else {
        giver = nil
      }
    }
    return found
  }

  /// What usage above a limit cost that was counted with the hold, and what was given back of it.
  private func usageCharges(countedWith hold: Hold) -> [[Found]] {
    hold.counts.compactMap { record in
      guard case .usage(let item) = record.stream, let meter = meter(of: item),
        let charge = meters[meter].journal[record.version]?.counterpart.position,
        case .balance(let unit) = charge.stream, let balance = self.balance(of: unit)
      else { return nil }
      return [(balance, charge.version)]
        + reversals(of: charge.version, in: balance).map { (balance, $0) }
    }
  }

  /// The rows that reverse an entry.
  func reversals(of version: Int64, in balance: Int) -> [Int64] {
    guard balances[balance].reversed[version] != nil else { return [] }
    let journal = balances[balance].journal
    return journal.versions(from: version).filter { candidate in
      journal.withRow(candidate) { $0.event == .reversal && $0.subject == version }
    }
  }
}

extension JournalRow {
  /// Whether it is what lapsed because that row, right before it or before others like it, gave it back.
  fileprivate func isLapse(with giver: JournalRow) -> Bool {
    (event == .expiry || event == .void) && !isAnswer && instant == giver.instant
      && dueAt == giver.dueAt && cause?.identity == giver.cause?.identity
  }
}
