@testable import Holdfast

/// Pairs that begin with the number of holds, a limit or funds.
extension RefusalPair {
  static let ofFunds: [RefusalPair] = [
    RefusalPair(.tooManyOpenReservations, .limitExceeded) { world in
      try await world.define("image", maximum: 0)
      for account in ["ada", "bob"] as [AccountName] { try await world.credit(100, to: account) }
      for key in ["r1", "r2"] as [IdempotencyKey] { try await world.reserve(1, on: "ada", key) }
      return Commands(
        both: world.command("ada", "k", reserve(1, counting: ["image"])),
        alone: world.command("bob", "k", reserve(1, counting: ["image"])))
    },
    RefusalPair(.tooManyOpenReservations, .insufficientBalance) { world in
      try await world.credit(100, to: "ada")
      for key in ["r1", "r2"] as [IdempotencyKey] { try await world.reserve(1, on: "ada", key) }
      return Commands(
        both: world.command("ada", "k", reserve(99)),
        alone: world.command("ada", "k", .debit(Debit(unit: "credits", amount: 99))))
    },
    RefusalPair(.tooManyOpenReservations, .amountOverflow) { world in
      try await world.credit(100, to: "ada")
      let limit = SetOverdraftLimit(unit: "credits", limit: .maximum)
      try await world.submit("ada", "limit", .setOverdraftLimit(limit))
      let hold = try await world.reserve(.maximum, on: "ada", "r1")
      try await world.submit(
        "ada", "r2", .reserve(Reserve(unit: "credits", amount: 0, allowZero: true)))
      return Commands(
        both: world.command("ada", "k", reserve(1)),
        alone: world.command(nil, "k", .increase(Increase(reservation: hold, amount: 1))))
    },
    RefusalPair(.limitExceeded, .insufficientBalance) { world in
      try await world.define("image", maximum: 0)
      return Commands(
        both: world.command("ada", "k", reserve(1, counting: ["image"])),
        alone: world.command("ada", "k", reserve(1)))
    },
    RefusalPair(.limitExceeded, .insufficientBalance) { world in
      let price = UsagePrice(unit: "credits", amount: 5, cap: 2)
      try await world.define("image", maximum: 0, overage: .charge(price))
      return Commands(
        both: world.command("ada", "k", .recordUsage(RecordUsage(item: "image", amount: 3))),
        alone: world.command("ada", "k", .recordUsage(RecordUsage(item: "image", amount: 2))))
    },
    RefusalPair(.limitExceeded, .insufficientBalance) { world in
      try await world.credit(30, to: "ada")
      try await world.define("image", maximum: 15, measures: .spent("credits"))
      let counted = try await world.reserve(10, on: "ada", "r1", counting: "image")
      let plain = try await world.reserve(10, on: "ada", "r2")
      return Commands(
        both: world.command(nil, "k", .increase(Increase(reservation: counted, amount: 11))),
        alone: world.command(nil, "k", .increase(Increase(reservation: plain, amount: 11))))
    },
    RefusalPair(.limitExceeded, .amountOverflow) { world in
      try await world.define("image", maximum: 5, overage: .allow)
      let usage = RecordUsage(item: "image", amount: .maximum)
      for account in ["ada", "bob"] as [AccountName] {
        try await world.submit(account, "u", .recordUsage(usage))
      }
      try await world.define("image", maximum: 5)
      let bob = AccountAddress(tenant: "acme", account: "bob")
      try await world.store.overrideLimits([], of: "image", for: bob)
      let more = Command.Action.recordUsage(RecordUsage(item: "image"))
      return Commands(
        both: world.command("ada", "k", more), alone: world.command("bob", "k", more))
    },
    RefusalPair(.insufficientBalance, .amountOverflow) { world in
      try await world.credit(.maximum, to: "bob")
      try await world.credit(1, to: "cyd")
      let transfer = Command.Action.transfer(Transfer(unit: "credits", to: "bob", amount: 1))
      return Commands(
        both: world.command("ada", "k", transfer), alone: world.command("cyd", "k", transfer))
    },
    RefusalPair(.insufficientBalance, .amountOverflow) { world in
      try await world.credit(.maximum, to: "ada")
      let hold = try await world.reserve(.maximum, on: "ada")
      let increase = Increase(reservation: hold, amount: 1)
      let both = world.command(nil, "k", .increase(increase))
      try await world.credit(.maximum, to: "bob")
      let limit = SetOverdraftLimit(unit: "credits", limit: 1)
      try await world.submit("bob", "limit", .setOverdraftLimit(limit))
      let wide = Increase(reservation: try await world.reserve(.maximum, on: "bob"), amount: 1)
      return Commands(both: both, alone: world.command(nil, "k", .increase(wide)))
    },
  ]
}
