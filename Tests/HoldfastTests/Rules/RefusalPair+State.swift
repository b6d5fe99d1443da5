@testable import Holdfast

/// Pairs that begin with an item, the state of a reservation or a bound.
extension RefusalPair {
  static let ofState: [RefusalPair] = [
    RefusalPair(.usageItemNotFound, .tooManyOpenReservations) { world in
      try await world.credit(100, to: "ada")
      for key in ["r1", "r2"] as [IdempotencyKey] { try await world.reserve(1, on: "ada", key) }
      return Commands(
        both: world.command("ada", "k", reserve(1, counting: ["unknown"])),
        alone: world.command("ada", "k", reserve(1)))
    },
    RefusalPair(.usageItemNotFound, .limitExceeded) { world in
      try await world.credit(100, to: "ada")
      try await world.define("image", maximum: 0)
      return Commands(
        both: world.command("ada", "k", reserve(1, counting: ["image", "unknown"])),
        alone: world.command("ada", "k", reserve(1, counting: ["image"])))
    },
    RefusalPair(.usageItemNotFound, .insufficientBalance) { world in
      Commands(
        both: world.command("ada", "k", reserve(1, counting: ["unknown"])),
        alone: world.command("ada", "k", reserve(1)))
    },
    RefusalPair(.reservationClosed, .reservationExpired) { world in
      try await world.credit(100, to: "ada")
      let settled = try await world.reserve(10, on: "ada", "r1")
      let lapsed = try await world.reserve(10, on: "ada", "r2")
      try await world.submit(nil, "s", .settle(Settle(reservation: settled, amount: 1)))
      world.clock.advance(bySeconds: 60)
      return Commands(
        both: world.command(nil, "k", .settle(Settle(reservation: settled, amount: 1))),
        alone: world.command(nil, "k", .settle(Settle(reservation: lapsed, amount: 1))))
    },
    closed(.settlementExceedsReservation) { hold in
      .settle(Settle(reservation: hold, amount: 11, overage: .reject))
    },
    closed(.insufficientBalance) { hold in .increase(Increase(reservation: hold, amount: 95)) },
    closed(.overdraftLimitExceeded) { hold in
      .settle(Settle(reservation: hold, amount: 1000, overage: .overdraft))
    },
    lapsed(.settlementExceedsReservation) { hold in
      .settle(Settle(reservation: hold, amount: 11, overage: .reject))
    },
    lapsed(.insufficientBalance) { hold in .increase(Increase(reservation: hold, amount: 95)) },
    lapsed(.overdraftLimitExceeded) { hold in
      .settle(Settle(reservation: hold, amount: 1000, overage: .overdraft))
    },
    RefusalPair(.reservationExpired, .limitExceeded) { world in
      try await world.define("image", maximum: 15, measures: .spent("credits"))
      for account in ["ada", "bob"] as [AccountName] { try await world.credit(100, to: account) }
      let lapsed = try await world.reserve(10, on: "ada", counting: "image")
      world.clock.advance(bySeconds: 60)
      let open = try await world.reserve(10, on: "bob", counting: "image")
      return Commands(
        both: world.command(nil, "k", .increase(Increase(reservation: lapsed, amount: 16))),
        alone: world.command(nil, "k", .increase(Increase(reservation: open, amount: 16))))
    },
    RefusalPair(.reversalExceedsEntry, .amountOverflow) { world in
      try await world.credit(.maximum, to: "ada")
      let debit = Command.Action.debit(Debit(unit: "credits", amount: 10))
      guard case .debit(let debited) = try await world.submit("ada", "d", debit) else {
        throw LedgerError(.entryNotFound, "a debit answers a debit")
      }
      try await world.credit(10, to: "ada", "again")
      let entry = debited.entryId
      return Commands(
        both: world.command(nil, "k", .reverse(Reverse(entry: entry, amount: 11))),
        alone: world.command(nil, "k", .reverse(Reverse(entry: entry, amount: 10))))
    },
    requested(.settlementExceedsReservation) { $0.overage = .reject },
    requested(.overdraftLimitExceeded) { $0.overage = .overdraft },
  ]

  static func reserve(_ amount: Amount, counting items: [ItemName] = []) -> Command.Action {
    let counts = items.map { Reserve.Count(item: $0, amount: 1) }
    return .reserve(Reserve(unit: "credits", amount: amount, counts: counts))
  }

  /// The same on a hold that was released and on an open one.
  private static func closed(
    _ second: LedgerError.Code,
    _ action: @escaping @Sendable (ReservationReference) -> Command.Action
  ) -> RefusalPair {
    RefusalPair(.reservationClosed, second) { world in
      try await world.credit(100, to: "ada")
      let released = try await world.reserve(10, on: "ada", "r1")
      let open = try await world.reserve(10, on: "ada", "r2")
      try await world.submit(nil, "x", .release(Release(reservation: released)))
      return Commands(
        both: world.command(nil, "k", action(released)),
        alone: world.command(nil, "k", action(open)))
    }
  }

  /// The same on a hold that lapsed and on an open one.
  private static func lapsed(
    _ second: LedgerError.Code,
    _ action: @escaping @Sendable (ReservationReference) -> Command.Action
  ) -> RefusalPair {
    RefusalPair(.reservationExpired, second) { world in
      try await world.credit(100, to: "ada")
      let lapsed = try await world.reserve(10, on: "ada", "r1")
      world.clock.advance(bySeconds: 60)
      let open = try await world.reserve(20, on: "ada", "r2")
      let action = { (hold: ReservationReference) in
        var changed = action(hold)
        if case .settle(var settle) = changed, settle.overage == .reject {
          settle.amount += 10
          changed = .settle(settle)
        }
        return changed
      }
      return Commands(
        both: world.command(nil, "k", action(lapsed)),
        alone: world.command(nil, "k", action(open)))
    }
  }

  /// A further settlement of a hold of which as much was requested as a figure can be.
  private static func requested(
    _ first: LedgerError.Code, _ change: @escaping @Sendable (inout Settle) -> Void
  ) -> RefusalPair {
    RefusalPair(first, .amountOverflow) { world in
      try await world.credit(100, to: "ada")
      let hold = try await world.reserve(10, on: "ada")
      var settle = Settle(reservation: hold, amount: .maximum, final: false)
      try await world.submit(nil, "s", .settle(settle))
      settle.amount = 5
      let alone = settle
      change(&settle)
      return Commands(
        both: world.command(nil, "k", .settle(settle)),
        alone: world.command(nil, "k", .settle(alone)))
    }
  }
}
