package import Holdfast

/// What reads of a world answer, list by list, to be compared.
package struct ReadFacts: Sendable {
  package struct Section: Sendable {
    /// The operation of replay files: `balance`, `lots`, `openReservations`, `ledger`, `usage`.
    package var operation: String
    package var address: AccountAddress
    package var unit: UnitName?
    package var item: ItemName?
    package var rows: [[Fact]]
  }

  package var sections: [Section] = []
}

extension NaiveModel {
  /// What the reads answer at an instant.
  package func reads(of scope: WorkloadScope, at now: Instant) -> ReadFacts {
    var world = self
    world.advance(to: now)
    var facts = ReadFacts()
    for address in scope.addresses {
      let index = world.index(address.tenant, address.account)
      let account = world.accounts[index]
      for unit in scope.units {
        let balance = account.balance(unit)
        func add(_ operation: String, _ rows: [[Fact]]) {
          facts.sections.append(
            ReadFacts.Section(operation: operation, address: address, unit: unit, rows: rows))
        }
        add("balance", [balance.facts + balance.outlook(at: now)])
        add("lots", balance.lotFacts)
        add(
          "openReservations",
          balance.holds.filter { $0.status == .open }.map { $0.facts(account.name) })
        add("ledger", balance.entries.filter { $0.delta != 0 }.reversed().map(\.facts))
      }
      for item in scope.items where world.definition(of: item, address.tenant) != nil {
        let rows =
          [world.shown(item, index, at: now).facts]
          + world.everyLimit(item, index, at: now).map(\.facts)
        facts.sections.append(
          ReadFacts.Section(operation: "usage", address: address, item: item, rows: rows))
      }
    }
    return facts
  }
}

extension ModelBalance {
  package var facts: [Fact] {
    [
      Fact("amount", .integer(posted)), Fact("held", .integer(held)),
      Fact("available", .integer(available)), Fact("debt", .integer(debt)),
      Fact("scheduled", .integer(scheduled)), Fact("overdraftLimit", .integer(overdraftLimit)),
    ]
  }

  static let outlookSeconds = 3600

  /// What expires soon, and when something is due next.
  func outlook(at now: Instant) -> [Fact] {
    let soon = now.advanced(bySeconds: Int64(ModelBalance.outlookSeconds))
    var expiring: Int64 = 0
    var due: [Instant] = []
    for lot in lots where lot.state == .scheduled && lot.remaining > 0 {
      due.append(lot.effectiveAt)
    }
    for lot in lots where lot.state == .active && lot.remaining > 0 {
      guard let end = lot.expiresAt else { continue }
      due.append(end)
      if end <= soon { expiring += unpinned(lot) }
    }
    for hold in holds where hold.status == .open { due.append(hold.lapsesAt) }
    return [Fact("expiringSoon", .integer(expiring)), Fact("nextDue", .optional(due.min()))]
  }

  fileprivate var lotFacts: [[Fact]] {
    let present = lots.filter { $0.remaining > 0 && $0.state != .scheduled }
    return present.sorted(by: ModelLot.burnsFirst).map { lot in
      [
        Fact("amount", .integer(lot.granted)), Fact("remaining", .integer(lot.remaining)),
        Fact("pinned", .integer(pinned(lot))), Fact("expiresAt", .optional(lot.expiresAt)),
        Fact("effectiveAt", .instant(lot.effectiveAt)),
        Fact("createdAt", .instant(lot.createdAt)), Fact("priority", .integer(Int64(lot.priority))),
        Fact("category", .word(lot.category.rawValue)),
      ]
    }
  }
}

extension ModelHold {
  package func facts(_ account: AccountName) -> [Fact] {
    [
      Fact("reservationId", .label(label)), Fact("account", .text(account.text)),
      Fact("status", .word(status.rawValue)), Fact("initialAmount", .integer(initial)),
      Fact("increasedAmount", .integer(increased)),
      Fact("remainingReserved", .integer(remaining)), Fact("requestedAmount", .integer(requested)),
      Fact("settledAmount", .integer(settled)), Fact("shortfallAmount", .integer(shortfall)),
      Fact("releasedAmount", .integer(released)), Fact("reportedAmount", .integer(reported)),
      Fact("createdAt", .instant(createdAt)), Fact("expiresAt", .instant(expiresAt)),
      Fact("lapsesAt", .instant(lapsesAt)), Fact("onLapse", .word(onLapse.rawValue)),
      Fact("key", .text(key.text)), Fact("description", .optional(description)),
    ]
  }
}

extension ModelEntry {
  package var facts: [Fact] {
    [
      Fact("kind", .text(kind.text)), Fact("delta", .integer(delta)),
      Fact("balanceAfter", .integer(balanceAfter)), Fact("createdAt", .instant(createdAt)),
      Fact("description", .optional(description)),
      Fact("item", .optional(kind == .usage ? item?.text : nil)),
      Fact("late", .flag(late)), Fact("lapsed", .flag(lapsed)),
    ]
  }
}
