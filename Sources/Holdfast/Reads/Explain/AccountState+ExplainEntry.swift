/// An entry, what caused it and what became of it.
extension AccountState {
  func explainEntry(_ version: Int64, in balance: Int, _ limit: Int) -> Explanation.EntryView {
    let journal = balances[balance].journal
    guard let row = journal[version], let step = step(version, in: balance) else {
      preconditionFailure("the entry was found before it is explained")
    }
    let acted = row.subject != version && row.subject != 0
    let later = laterRows(row, in: balance)
    let shown = later.suffix(limit)
    return Explanation.EntryView(
      step: step, cause: acted ? self.step(row.subject, in: balance) : nil,
      companions: companions(of: row, in: balance).compactMap { self.step($0, in: balance) },
      lots: lots(of: step, in: balance),
      reversedAmount: balances[balance].reversed[version] ?? 0,
      reversibleAmount: reversibleAmount(row, in: balance),
      later: shown.compactMap { self.step($0, in: balance) },
      earlierSteps: later.count - shown.count)
  }

  private func reversibleAmount(_ row: JournalRow, in balance: Int) -> Amount? {
    switch row.event {
    case .debit, .settlement, .usageCharge:
      -row.delta.posted - (balances[balance].reversed[row.version] ?? 0)
    default: nil
    }
  }

  /// The other rows of its command stand side by side with it.
  private func companions(of row: JournalRow, in balance: Int) -> [Int64] {
    guard let cause = row.cause else { return [] }
    let journal = balances[balance].journal
    var found: [Int64] = []
    func isSameCommand(_ version: Int64) -> Bool {
      journal[version]?.cause.map { $0.identity == cause.identity } ?? false
    }
    var version = row.version - 1
    while isSameCommand(version) {
      found.insert(version, at: 0)
      version -= 1
    }
    version = row.version + 1
    while isSameCommand(version) {
      found.append(version)
      version += 1
    }
    return found
  }

  private func lots(of step: Explanation.Step, in balance: Int) -> [Explanation.Lot] {
    var seen: Set<Int64> = []
    return step.shares.compactMap { share in
      guard let version = share.lotVersion, seen.insert(version).inserted,
        let lot = balances[balance].lot(version)
      else { return nil }
      return explainLot(lot, in: balance)
    }
  }

  private func laterRows(_ row: JournalRow, in balance: Int) -> [Int64] {
    switch row.event {
    case .debit, .settlement, .usageCharge: return reversals(of: row.version, in: balance)
    case .credit, .transferIn, .transferPiece: break
    default: return []
    }
    let journal = balances[balance].journal
    guard row.version < journal.lastVersion else { return [] }
    return journal.versions(from: row.version + 1).filter { version in
      journal.withRow(version) { later in
        if later.draws.contains(where: { $0.lot == row.version }) { return true }
        switch later.event {
        case .activation, .expiry, .void, .lotUpdate, .reversal: return later.subject == row.version
        default: return false
        }
      }
    }
  }
}
