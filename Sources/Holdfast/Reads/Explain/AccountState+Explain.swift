/// explain: the rows behind a figure.
extension AccountState {
  /// - Parameter now: the present instant, up to which everything due has been accounted for.
  package mutating func explain(
    _ query: ExplainQuery, at now: Instant
  ) throws(LedgerError) -> Explanation {
    var explanation = Explanation(account: query.account, instant: now)
    switch query.subject {
    case .balance:
      explanation.balances = explainBalances(query, from: nil, through: nil, at: now)
    case .asOf(let instant):
      guard instant <= now else { throw Validation.invalid("asOf", "must not lie ahead") }
      explanation.instant = instant
      explanation.balances = explainBalances(query, from: nil, through: instant, at: now)
    case .since(let start):
      guard start <= now else { throw Validation.invalid("since", "must not lie ahead") }
      explanation.balances = explainBalances(query, from: start, through: nil, at: now)
    case .last(let seconds):
      let start = max(now.advanced(bySeconds: -Int64(seconds)), .earliest)
      explanation.balances = explainBalances(query, from: start, through: nil, at: now)
    case .entry(let id):
      let reference = try findEntry(id.position, of: query.unit)
      explanation.entries = [explainEntry(reference.version, in: reference.balance, query.limit)]
    case .reservation(let id):
      let (balance, hold) = try findHold(.id(id))
      guard query.unit == nil || balances[balance].unit == query.unit else {
        throw LedgerError(.reservationNotFound, "no such reservation in this account")
      }
      explanation.reservations = [explainReservation(hold, in: balance)]
    case .key(let key): try explain(key, query, &explanation)
    }
    return explanation
  }

  private func findEntry(
    _ position: Position?, of unit: UnitName?
  ) throws(LedgerError) -> (balance: Int, version: Int64) {
    guard let position, position.account == id, case .balance(let name) = position.stream,
      unit == nil || name == unit, let balance = balance(of: name),
      balances[balance].journal[position.version] != nil
    else { throw LedgerError(.entryNotFound, "no such entry in this account") }
    return (balance, position.version)
  }

  /// What was done under a key: a reservation once, whatever was done to it, and other entries.
  private func explain(
    _ key: IdempotencyKey, _ query: ExplainQuery, _ explanation: inout Explanation
  ) throws(LedgerError) {
    var seen: Set<Position> = []
    for command in CommandName.allCases {
      guard let reference = keys[KeyIdentity(command: command, key: key)], let row = row(reference),
        row.cause?.key == key
      else { continue }
      guard let position = entryPosition(of: row, reference),
        case .balance(let unit) = position.stream, query.unit == nil || unit == query.unit,
        let balance = balance(of: unit), let entry = balances[balance].journal[position.version]
      else { continue }
      if let version = entry.hold?.version, let hold = balances[balance].hold(version) {
        guard seen.insert(position.at(version)).inserted else { continue }
        explanation.reservations.append(explainReservation(hold, in: balance))
      } else {
        explanation.entries.append(explainEntry(entry.version, in: balance, query.limit))
      }
    }
    guard !explanation.reservations.isEmpty || !explanation.entries.isEmpty else {
      throw LedgerError(.entryNotFound, "nothing that moved a balance was done under this key")
    }
  }

  /// The entry that a row is about. Counting usage is a row of its own, and so is taking it back; what
  /// was charged for it is the entry.
  private func entryPosition(of row: JournalRow, _ reference: RowReference) -> Position? {
    guard case .meter(let meter) = reference.stream else { return position(reference) }
    if row.event == .usageReversal {
      return meters[meter].journal[row.subject]?.counterpart.position
    }
    return row.counterpart.position
  }

  // MARK: Balances

  private mutating func explainBalances(
    _ query: ExplainQuery, from start: Instant?, through end: Instant?, at now: Instant
  ) -> [Explanation.BalanceView] {
    guard let unit = query.unit else {
      let units = balances.filter { $0.version > 0 }.map(\.unit).sorted()
      return units.map { explain($0, from: start, through: end, at: now, query.limit) }
    }
    return [explain(unit, from: start, through: end, at: now, query.limit)]
  }

  private mutating func explain(
    _ unit: UnitName, from start: Instant?, through end: Instant?, at now: Instant, _ limit: Int
  ) -> Explanation.BalanceView {
    let before = start.map { $0.advanced(byMicroseconds: -1) }
    var view = Explanation.BalanceView(
      unit: unit, from: start,
      opening: before.map { readBalance(unit, asOf: $0) } ?? Balance(unit: unit, figures: .zero),
      closing: end.map { readBalance(unit, asOf: $0) }
        ?? readBalance(unit, expiringWithin: 604_800, at: now),
      posted: [], held: [], holds: [], lots: [], steps: [], earlierSteps: 0)
    guard let balance = balance(of: unit) else { return view }
    let journal = balances[balance].journal
    let first = (before.map { journal.count(through: $0) } ?? 0) + 1
    let last = end.map { journal.count(through: $0) } ?? journal.lastVersion
    (view.posted, view.held) = parts(first, last, in: balance)
    let shown = max(first, last - Int64(limit) + 1)
    view.earlierSteps = Int(shown - first)
    if shown <= last { view.steps = (shown...last).compactMap { step($0, in: balance) } }
    let lots: [Lot]
    let holds: [Hold]
    if end == nil {
      lots = Array(balances[balance].lots.values)
      holds = Array(balances[balance].holds.values)
    } else {
      let fold = BalanceFold(journal, through: last)
      lots = Array(fold.lots.values.filter { $0.remaining > 0 })
      holds = Array(fold.holds.values)
    }
    view.lots =
      lots.sorted { ($0.isScheduled ? 1 : 0, $0.burnKey) < ($1.isScheduled ? 1 : 0, $1.burnKey) }
      .map { explainLot($0, in: balance) }
    view.holds = holds.sorted { $0.version < $1.version }.map { reservation($0, in: balance) }
    return view
  }

  func explainLot(_ lot: Lot, in balance: Int) -> Explanation.Lot {
    let row = balances[balance].journal[lot.version]
    return Explanation.Lot(
      view: view(of: lot, in: balance), version: lot.version,
      kind: row.map { kind(of: $0, in: balance) } ?? .grant,
      description: row?.cause?.command.action.details.description, key: row?.cause?.key,
      isScheduled: lot.isScheduled, isVoided: lot.isVoided)
  }
}
