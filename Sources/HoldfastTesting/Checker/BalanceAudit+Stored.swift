internal import Holdfast

/// What is stored is what the rows make.
extension BalanceAudit {
  private mutating func note(_ invariant: Invariant, _ text: String) {
    findings.add(invariant, "\(place), version \(contents.version): \(text)")
  }

  mutating func checkStored() {
    if contents.version != base + Int64(contents.rows.count) {
      note(.chain, "there are \(base + Int64(contents.rows.count)) rows")
    }
    for (name, stored, audited) in sums.differences(from: FigureSums(contents.figures)) {
      note(.conservation, "\(name) is stored as \(stored), its deltas sum to \(audited)")
    }
    if let last = contents.rows.last {
      for (name, after, audited) in sums.differences(from: FigureSums(last.after)) {
        note(.conservation, "\(name) is \(after) after the last row, its deltas sum to \(audited)")
      }
    }
    checkStoredLots()
    checkStoredHolds()
    checkStoredReversals()
  }

  private mutating func checkStoredLots() {
    for version in Set(lots.keys).union(contents.lots.keys).sorted() {
      guard let audited = lots[version], let stored = contents.lots[version] else {
        note(.lots, "lot \(version) is \(lots[version] == nil ? "not in the rows" : "missing")")
        continue
      }
      let gone =
        audited.burned + audited.lapsed + audited.voided + audited.transferred + audited.reversed
      if stored.granted.wide != gone + stored.remaining.wide {
        note(
          .lots,
          """
          lot \(version) was granted \(stored.granted), \(gone) are gone and \
          \(stored.remaining) remain
          """)
      }
      if stored.pinned > stored.remaining {
        note(.lots, "lot \(version) has \(stored.pinned) pinned of \(stored.remaining)")
      }
      let figures = [
        ("granted", stored.granted.wide, audited.granted),
        ("remaining", stored.remaining.wide, audited.remaining),
        ("pinned", stored.pinned.wide, audited.pinned),
      ]
      for (name, stored, audited) in figures where stored != audited {
        note(.lots, "lot \(version) has \(stored) \(name), its rows make \(audited)")
      }
      if stored.terms != audited.terms || stored.isScheduled != audited.isScheduled
        || stored.isVoided != audited.isVoided || stored.version != version
      {
        note(.lots, "lot \(version) has other terms than its rows")
      }
    }
  }

  private mutating func checkStoredHolds() {
    let stored = contents.holds.values.reduce(into: Int128(0)) { $0 += $1.remaining.wide }
    if stored != contents.figures.held.wide {
      note(.holds, "held is \(contents.figures.held), open reservations hold \(stored)")
    }
    for version in openHolds.union(contents.holds.keys).sorted() {
      guard let hold = contents.holds[version] else {
        note(.holds, "reservation \(version) is open in its rows and not among the open")
        continue
      }
      guard let audited = holds[version] else {
        note(.holds, "reservation \(version) is not in the rows")
        continue
      }
      if let closedBy = audited.closedBy {
        note(.closed, "reservation \(version) is open, version \(closedBy) closed it")
        continue
      }
      for (invariant, text) in audited.differences(from: hold) {
        note(invariant, "of reservation \(version) \(text)")
      }
    }
    guard let closed = contents.closedHolds else { return }
    // Those that were archived are found by what is kept of the rows that closed them.
    let audited = holds.compactMapValues(\.closedBy).filter { $0.key > base }
    for version in Set(closed.keys).union(audited.keys).sorted()
    where closed[version] != audited[version] {
      let rows = audited[version].map { "version \($0)" } ?? "no row"
      note(
        .closed,
        "reservation \(version) is kept as closed by \(closed[version] ?? 0), by its rows \(rows)")
    }
  }

  private mutating func checkStoredReversals() {
    if let stored = contents.reversed?.mapValues(\.wide) {
      let audited = reversed.filter { $0.value != 0 }
      for version in Set(stored.keys).union(audited.keys).sorted()
      where (stored[version] ?? 0) != (audited[version] ?? 0) {
        note(
          .lots,
          """
          of entry \(version) \(stored[version] ?? 0) are kept as reversed, its rows make \
          \(audited[version] ?? 0)
          """)
      }
    }
    if let stored = contents.repayments?.map(Piece.init), stored.joined != repayments.joined {
      note(.lots, "repayments are \(stored), its rows make \(repayments)")
    }
  }

  // MARK: Answers

  mutating func noteAnswer(_ row: JournalRow) {
    guard let cause = row.cause, cause.accountID == account else { return }
    let identity = EffectIdentity(command: cause.command.action.name, key: cause.key)
    answers[identity] = row.after.posted
  }

  /// A replay answers with the balance after the whole command.
  mutating func checkAnswers() {
    for row in contents.rows where row.isAnswer {
      guard let answered = row.answeredBalance, let cause = row.cause,
        let after = answers[EffectIdentity(command: cause.command.action.name, key: cause.key)],
        answered != after
      else { continue }
      note(.once, row, "it answers a balance of \(answered), its last row leaves \(after)")
    }
  }
}

extension JournalRow {
  /// The balance that a replay answers from this row; `nil` where it answers none.
  fileprivate var answeredBalance: Amount? {
    switch event {
    case .credit, .debit, .transferOut, .settlement, .release, .reversal: break
    default: return nil
    }
    switch remark {
    case .balanceAfter(let amount), .coupled(_, let amount), .reversal(_, _, let amount):
      return amount
    case .none, .usage, .usageReversal: return after.posted
    }
  }
}
