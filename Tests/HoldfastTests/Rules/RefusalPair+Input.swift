@testable import Holdfast

/// Pairs that begin with the input, the key or what it names.
extension RefusalPair {
  static let ofInput: [RefusalPair] = [
    RefusalPair(.invalidArgument, .idempotencyKeyReused) { world in
      try await world.credit(100, to: "ada", "k")
      return Commands(
        both: world.command("ada", "k", .credit(Credit(unit: "credits", amount: 0))),
        alone: world.command("ada", "k", .credit(Credit(unit: "credits", amount: 1))))
    },
    RefusalPair(.invalidArgument, .reservationNotFound) { world in
      let none = ReservationReference.id(ReservationID("res_none"))
      return Commands(
        both: world.command("ada", "k", .settle(Settle(reservation: none, amount: -1))),
        alone: world.command("ada", "k", .settle(Settle(reservation: none, amount: 1))))
    },
    RefusalPair(.invalidArgument, .insufficientBalance) { world in
      let text = String(repeating: "x", count: 1025)
      let wordy = Debit(unit: "credits", amount: 1, details: Details(description: text))
      return Commands(
        both: world.command("ada", "k", .debit(wordy)),
        alone: world.command("ada", "k", .debit(Debit(unit: "credits", amount: 1))))
    },
    RefusalPair(.invalidArgument, .amountOverflow) { world in
      try await world.credit(.maximum, to: "ada")
      let past = Credit(unit: "credits", amount: 1, expiresAt: world.clock.now)
      return Commands(
        both: world.command("ada", "k", .credit(past)),
        alone: world.command("ada", "k", .credit(Credit(unit: "credits", amount: 1))))
    },
    RefusalPair(.invalidArgument, .unavailable) { world in
      world.clock.step(bySeconds: 3600)
      return Commands(
        both: world.command("ada", "k", .credit(Credit(unit: "credits", amount: 0))),
        alone: world.command("ada", "k", .credit(Credit(unit: "credits", amount: 1))))
    },
    RefusalPair(.idempotencyKeyReused, .reservationNotFound) { world in
      try await world.credit(100, to: "ada")
      let hold = try await world.reserve(10, on: "ada")
      try await world.submit("ada", "k", .settle(Settle(reservation: hold, amount: 1)))
      let settle = Settle(reservation: .id(ReservationID("res_none")), amount: 1)
      return Commands(
        both: world.command("ada", "k", .settle(settle)),
        alone: world.command("ada", "fresh", .settle(settle)))
    },
    RefusalPair(.idempotencyKeyReused, .lotNotFound) { world in
      let lots = [
        try await world.credit(1, to: "ada", "c1"), try await world.credit(1, to: "ada", "c2"),
      ].compactMap(\.position).map { Command.Action.voidLot(VoidLot(lot: LotID($0))) }
      try await world.submit("ada", "k", lots[0])
      try await world.submit("ada", "other", lots[1])
      return Commands(
        both: world.command("ada", "k", lots[1]), alone: world.command("ada", "fresh", lots[1]))
    },
    RefusalPair(.idempotencyKeyReused, .usageItemNotFound) { world in
      try await world.define("image", maximum: 5)
      try await world.submit("ada", "k", .recordUsage(RecordUsage(item: "image")))
      let usage = Command.Action.recordUsage(RecordUsage(item: "unknown"))
      return Commands(
        both: world.command("ada", "k", usage), alone: world.command("ada", "fresh", usage))
    },
    RefusalPair(.idempotencyKeyReused, .reservationClosed) { world in
      try await world.credit(100, to: "ada")
      let hold = try await world.reserve(10, on: "ada")
      try await world.submit(nil, "k", .settle(Settle(reservation: hold, amount: 1)))
      let settle = Command.Action.settle(Settle(reservation: hold, amount: 2))
      return Commands(
        both: world.command(nil, "k", settle), alone: world.command(nil, "fresh", settle))
    },
    RefusalPair(.idempotencyKeyReused, .reservationExpired) { world in
      try await world.credit(100, to: "ada")
      let hold = try await world.reserve(10, on: "ada")
      try await world.submit(nil, "k", .increase(Increase(reservation: hold, amount: 1)))
      world.clock.advance(bySeconds: 60)
      let increase = Command.Action.increase(Increase(reservation: hold, amount: 2))
      return Commands(
        both: world.command(nil, "k", increase), alone: world.command(nil, "fresh", increase))
    },
    RefusalPair(.idempotencyKeyReused, .insufficientBalance) { world in
      try await world.credit(10, to: "ada")
      try await world.submit("ada", "k", .debit(Debit(unit: "credits", amount: 10)))
      let debit = Command.Action.debit(Debit(unit: "credits", amount: 11))
      return Commands(
        both: world.command("ada", "k", debit), alone: world.command("ada", "fresh", debit))
    },
    RefusalPair(.idempotencyKeyReused, .amountOverflow) { world in
      try await world.credit(.maximum, to: "ada", "k")
      let credit = Command.Action.credit(Credit(unit: "credits", amount: 1))
      return Commands(
        both: world.command("ada", "k", credit), alone: world.command("ada", "fresh", credit))
    },
    RefusalPair(.ambiguousKey, .reservationClosed) { world in
      for account in ["ada", "bob"] as [AccountName] {
        try await world.credit(100, to: account)
        let hold = try await world.reserve(10, on: account, "job")
        try await world.submit(nil, "x", .release(Release(reservation: hold)))
      }
      let settle = Command.Action.settle(Settle(reservation: .key("job"), amount: 1))
      return Commands(
        both: world.command(nil, "k", settle), alone: world.command("ada", "k", settle))
    },
    RefusalPair(.entryNotFound, .reversalExceedsEntry) { world in
      try await world.credit(100, to: "ada")
      let entry = try await world.credit(10, to: "ada", "second")
      let reverse = Command.Action.reverse(Reverse(entry: entry, amount: 11))
      return Commands(
        both: world.command("bob", "k", reverse), alone: world.command("ada", "k", reverse))
    },
    RefusalPair(.usageRecordNotFound, .reversalExceedsEntry) { world in
      try await world.define("image", maximum: 5)
      let usage = Command.Action.recordUsage(RecordUsage(item: "image"))
      guard case .recordUsage(let answer) = try await world.submit("ada", "u", usage),
        let record = answer.recordId
      else { throw LedgerError(.usageRecordNotFound, "usage was not recorded") }
      let reverse = Command.Action.reverseUsage(ReverseUsage(record: record, amount: 2))
      return Commands(
        both: world.command("bob", "k", reverse), alone: world.command("ada", "k", reverse))
    },
  ]
}
