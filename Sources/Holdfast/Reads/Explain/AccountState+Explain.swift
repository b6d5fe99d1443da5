/// explain: the rows behind a figure.
extension AccountState {
  /// - Parameter now: the present instant, up to which everything due has been accounted for.
  package mutating func explain(
    _ query: ExplainQuery, at now: Instant
  ) throws(LedgerError) -> Explanation {
    var explanation = Explanation(account: query.account, instant: now)
    explanation.archivedThrough = archivedThrough(query.unit)
    switch query.subject {
    case .balance:
      explanation.balances = try explainBalances(query, from: nil, through: nil, at: now)
    case .asOf(let instant):
      guard instant <= now else { throw Validation.invalid("asOf", "must not lie ahead") }
      explanation.instant = instant
      explanation.balances = try explainBalances(query, from: nil, through: instant, at: now)
    case .since(let start):
      guard start <= now else { throw Validation.invalid("since", "must not lie ahead") }
      explanation.balances = try explainBalances(query, from: start, through: nil, at: now)
    case .last(let seconds):
      let start = max(now.advanced(bySeconds: -Int64(seconds)), .earliest)
      explanation.balances = try explainBalances(query, from: start, through: nil, at: now)
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

  /// Up to when rows were archived, of the balance or of any.
  private func archivedThrough(_ unit: UnitName?) -> Instant? {
    balances.filter { unit == nil || $0.unit == unit }
      .compactMap(\.journal.checkpoint?.instant).max()
  }

  private func findEntry(
    _ position: Position?, of unit: UnitName?
  ) throws(LedgerError) -> (balance: Int, version: Int64) {
    guard let position, position.account == id, case .balance(let name) = position.stream,
      unit == nil || name == unit, let balance = balance(of: name)
    else { throw LedgerError(.entryNotFound, "no such entry in this account") }
    let journal = balances[balance].journal
    guard journal[position.version] != nil else {
      var error = LedgerError(.entryNotFound, "no such entry in this account")
      if let checkpoint = journal.checkpoint, position.version <= checkpoint.version {
        error.detail = LedgerError.archivedDetail
        error.archivedThrough = checkpoint.instant
      }
      throw error
    }
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
  ) throws(LedgerError) -> [Explanation.BalanceView] {
    let units = query.unit.map { [$0] } ?? balances.filter { $0.version > 0 }.map(\.unit).sorted()
    var views: [Explanation.BalanceView] = []
    for unit in units {
      views.append(try explain(unit, from: start, through: end, at: now, query.limit))
    }
    return views
  }

  /// What the rows begin with: nothing, what was at the instant before `start`, or what an archive
  /// ends with.
  private func opening(
    _ unit: UnitName, from start: Instant?
  ) throws(LedgerError) -> (balance: Balance, version: Int64) {
    let journal = balance(of: unit).map { balances[$0].journal }
    let before = start.map { $0.advanced(byMicroseconds: -1) }
    if let checkpoint = journal?.checkpoint, before.map({ $0 < checkpoint.instant }) ?? true {
      var view = Balance(unit: unit, figures: checkpoint.figures)
      view.expiringSoon = nil
      return (view, checkpoint.version)
    }
    guard let before else { return (Balance(unit: unit, figures: .zero), 0) }
    return (try readBalance(unit, asOf: before), journal?.count(through: before) ?? 0)
  }

  private mutating func explain(
    _ unit: UnitName, from start: Instant?, through end: Instant?, at now: Instant, _ limit: Int
  ) throws(LedgerError) -> Explanation.BalanceView {
    let opening = try opening(unit, from: start)
    let closing: Balance
    if let end {
      closing = try readBalance(unit, asOf: end)
    } else {
      closing = readBalance(unit, expiringWithin: 604_800, at: now)
    }
    var view = Explanation.BalanceView(
      unit: unit, from: start, opening: opening.balance, closing: closing,
      posted: [], held: [], holds: [], lots: [], steps: [], earlierSteps: 0)
    guard let balance = balance(of: unit) else { return view }
    let journal = balances[balance].journal
    let first = opening.version + 1
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
