package import Holdfast

extension IDLabels {
  /// What the reads of a store answer.
  package mutating func reads(
    of store: any LedgerStore, _ scope: WorkloadScope,
    isDefined: (AccountAddress, ItemName) -> Bool
  ) async throws(LedgerError) -> ReadFacts {
    var facts = ReadFacts()
    for address in scope.addresses {
      for unit in scope.units {
        let balance = try await store.balance(
          of: unit, address, asOf: nil, expiringWithin: ModelBalance.outlookSeconds)
        let lots = try await store.lots(of: unit, address)
        let open = try await store.openReservations(of: address, unit: unit)
        let ledger = try await store.ledger(of: unit, address, .cursor(nil, limit: 1000))
        var holds: [[Fact]] = []
        for hold in open { holds.append(self.facts(of: hold)) }
        let outlook = [
          Fact("expiringSoon", .optional(balance.expiringSoon)),
          Fact("nextDue", .optional(balance.nextDue)),
        ]
        for (operation, rows) in [
          ("balance", [balance.facts + outlook]), ("lots", lots.map(\.facts)),
          ("openReservations", holds), ("ledger", ledger.entries.map(\.facts)),
        ] {
          facts.sections.append(
            ReadFacts.Section(operation: operation, address: address, unit: unit, rows: rows))
        }
      }
      for item in scope.items where isDefined(address, item) {
        let usage = try await store.usage(of: address, item: item)
        facts.sections.append(
          ReadFacts.Section(
            operation: "usage", address: address, item: item, rows: usage.flatMap(\.rows)))
      }
    }
    return facts
  }

  package mutating func facts(of hold: Reservation) -> [Fact] {
    [
      Fact("reservationId", .label(label(of: hold.reservationId, fresh: "unknown"))),
      Fact("account", .text(hold.account.text)), Fact("status", .word(hold.status.rawValue)),
      Fact("initialAmount", .integer(hold.initialAmount.value)),
      Fact("increasedAmount", .integer(hold.increasedAmount.value)),
      Fact("remainingReserved", .integer(hold.remainingReserved.value)),
      Fact("requestedAmount", .integer(hold.requestedAmount.value)),
      Fact("settledAmount", .integer(hold.settledAmount.value)),
      Fact("shortfallAmount", .integer(hold.shortfallAmount.value)),
      Fact("releasedAmount", .integer(hold.releasedAmount.value)),
      Fact("reportedAmount", .integer(hold.reportedAmount.value)),
      Fact("createdAt", .instant(hold.createdAt)), Fact("expiresAt", .instant(hold.expiresAt)),
      Fact("lapsesAt", .instant(hold.lapsesAt)), Fact("onLapse", .word(hold.onLapse.rawValue)),
      Fact("key", .text(hold.key.text)), Fact("description", .optional(hold.description)),
    ]
  }
}

extension Balance {
  package var facts: [Fact] {
    [
      Fact("amount", .integer(posted.value)), Fact("held", .integer(held.value)),
      Fact("available", .integer(available.value)), Fact("debt", .integer(debt.value)),
      Fact("scheduled", .integer(scheduled.value)),
      Fact("overdraftLimit", .integer(overdraftLimit.value)),
    ]
  }
}

extension LotView {
  fileprivate var facts: [Fact] {
    [
      Fact("amount", .integer(amount.value)), Fact("remaining", .integer(remaining.value)),
      Fact("pinned", .integer(pinned.value)), Fact("expiresAt", .optional(expiresAt)),
      Fact("effectiveAt", .instant(effectiveAt)), Fact("createdAt", .instant(createdAt)),
      Fact("priority", .integer(Int64(priority))), Fact("category", .word(category.rawValue)),
    ]
  }
}

extension LedgerEntry {
  fileprivate var facts: [Fact] {
    [
      Fact("kind", .text(kind.text)), Fact("delta", .integer(delta.value)),
      Fact("balanceAfter", .integer(balanceAfter.value)), Fact("createdAt", .instant(createdAt)),
      Fact("description", .optional(description)),
      Fact("item", .optional(kind == .usage ? item?.text : nil)),
      Fact("late", .flag(late)), Fact("lapsed", .flag(lapsed)),
    ]
  }
}

extension UsageView {
  /// The limit shown, then every limit.
  fileprivate var rows: [[Fact]] {
    let shown = facts(used, limit, remaining, periodStart, periodEnd)
    return [shown]
      + limits.map {
        facts($0.used, $0.limit.maximum, $0.remaining, $0.periodStart, $0.periodEnd)
      }
  }

  private func facts(
    _ used: Amount, _ limit: Amount?, _ remaining: Amount?, _ start: Instant?, _ end: Instant?
  ) -> [Fact] {
    [
      Fact("used", .integer(used.value)), Fact("limit", .optional(limit)),
      Fact("remaining", .optional(remaining)), Fact("periodStart", .optional(start)),
      Fact("periodEnd", .optional(end)),
    ]
  }
}
