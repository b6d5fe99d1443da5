package import Holdfast

/// Reads the figures of a finished day.
package struct DemoReading: Sendable {
  package let plan: DemoPlan
  package let store: any LedgerStore
  package let tally: DemoTally

  package init(plan: DemoPlan, store: any LedgerStore, tally: DemoTally) {
    self.plan = plan
    self.store = store
    self.tally = tally
  }

  /// An account with all its entries, newest first.
  private struct AccountPart: Sendable {
    var account: DemoAccount
    var balance: Balance
    var entries: [LedgerEntry]
  }

  package func figures() async throws(LedgerError) -> DemoFigures {
    var figures = DemoFigures()
    var parts: [AccountPart] = []
    for account in plan.accounts { parts.append(try await read(account)) }
    for part in parts { add(part, to: &figures) }
    figures.balances.sort { ($1.calls, $0.account) < ($0.calls, $1.account) }
    figures.overages.sort { ($1.amount, $0.account) < ($0.amount, $1.account) }
    figures.ledger = ledgerWorthReading(in: parts)
    try await readReservations(marks(in: parts), &figures)
    figures.audit = try await DemoAudit.audit(store, plan)
    return figures
  }

  private func read(_ account: DemoAccount) async throws(LedgerError) -> AccountPart {
    let address = AccountAddress(tenant: plan.tenant, account: account.name)
    let balance = try await store.balance(
      of: DemoPlan.unit, address, asOf: nil, expiringWithin: 604_800)
    var entries: [LedgerEntry] = []
    var cursor: String?
    repeat {
      let page = try await store.ledger(
        of: DemoPlan.unit, address, .cursor(cursor, limit: 1_000))
      entries += page.entries
      cursor = page.nextCursor
    } while cursor != nil
    return AccountPart(account: account, balance: balance, entries: entries)
  }

  private func add(_ part: AccountPart, to figures: inout DemoFigures) {
    figures.posted += part.balance.posted
    figures.held += part.balance.held
    figures.scheduled += part.balance.scheduled
    var overage = DemoFigures.Overage(account: part.account.name, charges: 0, amount: 0)
    for entry in part.entries {
      let flow = DemoFigures.Flow(entry)
      figures.flows[flow, default: DemoFigures.Total()].entries += 1
      figures.flows[flow, default: DemoFigures.Total()].amount += entry.delta
      if flow == .usage {
        overage.charges += 1
        overage.amount -= entry.delta
      }
    }
    if overage.charges > 0 { figures.overages.append(overage) }
    figures.balances.append(
      DemoFigures.BalanceLine(
        account: part.account.name, plan: part.account.plan,
        calls: tally.callsByAccount[part.account.name] ?? 0, balance: part.balance,
        lowest: part.entries.map(\.balanceAfter).min() ?? 0))
  }

  /// The ledger whose last entries are of the most kinds, late and lapsed ones apart; of equals the
  /// first.
  private func ledgerWorthReading(in parts: [AccountPart]) -> DemoFigures.Ledger? {
    func variety(_ part: AccountPart) -> Int {
      let entries = part.entries.prefix(DemoReading.ledgerLength)
      let marks = [entries.contains(where: \.late), entries.contains(where: \.lapsed)]
      return Set(entries.map { DemoFigures.Flow($0) }).count + marks.count { $0 }
    }
    var best: AccountPart?
    for part in parts where part.entries.count >= DemoReading.ledgerLength {
      if best.map({ variety($0) < variety(part) }) ?? true { best = part }
    }
    return best.map { part in
      DemoFigures.Ledger(
        account: part.account.name, plan: part.account.plan,
        entries: Array(part.entries.prefix(DemoReading.ledgerLength)))
    }
  }

  package static let ledgerLength = 12
}

// MARK: Reservations

extension DemoReading {
  /// What the ledgers say of reservations whose time was over.
  private struct Marks {
    var chargedAtLapse: Set<ReservationID> = []
    var late: [ReservationID: Amount] = [:]
  }

  private func marks(in parts: [AccountPart]) -> Marks {
    var marks = Marks()
    for entry in parts.lazy.flatMap(\.entries) {
      guard let reservation = entry.reservationId else { continue }
      if entry.lapsed { marks.chargedAtLapse.insert(reservation) }
      if entry.late { marks.late[reservation, default: 0] -= entry.delta }
    }
    return marks
  }

  private func readReservations(
    _ marks: Marks, _ figures: inout DemoFigures
  ) async throws(LedgerError) {
    for id in tally.reservations {
      let reservation = try await store.reservation(.id(id), in: plan.tenant, account: nil)
      let outcome: DemoFigures.ReservationOutcome =
        switch reservation.status {
        case .open: .open
        case .settled: .settled
        case .released: .released
        case .expired:
          if marks.late[id] != nil {
            .late
          } else if marks.chargedAtLapse.contains(id) {
            .chargedAtLapse
          } else {
            reservation.settledAmount > 0 ? .expiredInPart : .expired
          }
        }
      var total = figures.reservations[outcome] ?? DemoFigures.ReservationTotal()
      total.count += 1
      total.held += reservation.initialAmount + reservation.increasedAmount
      total.charged += reservation.settledAmount + (marks.late[id] ?? 0)
      total.shortfall += reservation.shortfallAmount
      figures.reservations[outcome] = total
    }
  }
}

extension DemoFigures.Flow {
  init(_ entry: LedgerEntry) {
    let isGain = entry.delta > 0
    switch entry.kind {
    case .settlement: self = .settlement
    case .usage: self = .usage
    case .expiry: self = .expiry
    case .void: self = .void
    case .reversal: self = isGain ? .reversal : .creditReversal
    case .transfer: self = isGain ? .transferIn : .transferOut
    default: self = isGain ? .credit(entry.kind) : .debit
    }
  }
}
