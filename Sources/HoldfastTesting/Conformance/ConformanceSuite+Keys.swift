internal import Holdfast

/// Once per key.
extension ConformanceSuite {
  static let keyCases = [
    ConformanceCase("every command is a duplicate under its key, at any later time", repeated),
    ConformanceCase("of twenty equal calls at once one is applied", equalCalls),
    ConformanceCase("of twenty equal groups at once one is applied", equalGroups),
    ConformanceCase("other input under a used key is refused and changes nothing", otherInput),
    ConformanceCase("of calls at once under one key with other input one is applied", rivals),
    ConformanceCase("a key stands for itself in each command and account", identity),
    ConformanceCase("a refusal takes no key", refusalTakesNoKey),
    ConformanceCase("usage without a key is counted every time", keylessUsage),
    ConformanceCase("what has no effect takes no key", noEffectTakesNoKey),
  ]

  @Sendable private static func repeated(_ world: ConformanceWorld) async throws {
    let applied = try await EveryCommand.run(on: world)
    for seconds in [0, 3600, 30 * 86_400] as [Int64] {
      world.clock.advance(bySeconds: seconds)
      _ = try await world.store.sweep(world.tenant)
      let before = try await world.trace(["ada", "bob"])
      for (command, first) in applied {
        let again = try await world.store.submit(command)
        try world.expect(again.duplicate, "\(command.action) again is no duplicate")
        try world.expectEqual(again.outcome, first.outcome, "\(command.action) again")
      }
      try world.expectSame(try await world.trace(["ada", "bob"]), before, "a repeat")
    }
  }

  @Sendable private static func equalCalls(_ world: ConformanceWorld) async throws {
    let results = await world.race(20) { _ in
      await world.attempt("ada", "once", .credit(Credit(unit: "credits", amount: 100)))
    }
    try world.expectEqual(results.freshCount, 1, "fresh credits")
    try world.expectEqual(results.duplicateCount, 19, "duplicate credits")
    let outcomes = Set(results.compactMap { try? $0.get().outcome })
    try world.expectEqual(outcomes.count, 1, "different answers")
    try await world.expectFigures("ada", posted: 100)

    let debits = await world.race(20) { _ in
      await world.attempt("ada", "once", .debit(Debit(unit: "credits", amount: 60)))
    }
    try world.expectEqual(debits.freshCount, 1, "fresh debits")
    try world.expectEqual(debits.duplicateCount, 19, "duplicate debits")
    try await world.expectFigures("ada", posted: 40)
    try world.expectEqual(try await world.changes(of: "ada").count, 2, "rows")
  }

  @Sendable private static func equalGroups(_ world: ConformanceWorld) async throws {
    let group = world.group(
      "together",
      ["ada", "bob", "team"].map { account in
        world.command(account, nil, .credit(Credit(unit: "credits", amount: 7)))
      })
    let results = await world.race(20) { _ in await world.attempt(group) }
    let answers = try results.map { try $0.get() }
    let fresh = answers.filter { $0.allSatisfy { !$0.duplicate } }.count
    let duplicates = answers.filter { $0.allSatisfy(\.duplicate) }.count
    try world.expectEqual(fresh, 1, "fresh groups")
    try world.expectEqual(duplicates, 19, "duplicate groups")
    for account in ["ada", "bob", "team"] as [AccountName] {
      try await world.expectFigures(account, posted: 7)
    }
  }

  @Sendable private static func otherInput(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada", "k")
    let id = try await world.reserve(40, on: "ada", "k")
    try await world.settle(id, 10, "k", final: false)
    let before = try await world.trace(["ada"])
    let altered: [Command.Action] = [
      .credit(Credit(unit: "credits", amount: 101)),
      .credit(Credit(unit: "tokens", amount: 100)),
      .credit(Credit(unit: "credits", amount: 100, category: .promotional)),
      .credit(Credit(unit: "credits", amount: 100, details: Details(description: "x"))),
      .reserve(Reserve(unit: "credits", amount: 40, expiresInSeconds: 1801)),
      .settle(Settle(reservation: .id(id), amount: 10)),
      .settle(Settle(reservation: .key("k"), amount: 10, final: false)),
    ]
    for action in altered {
      try await world.expectRefusal(.idempotencyKeyReused, "ada", "k", action)
    }
    try world.expectSame(try await world.trace(["ada"]), before, "an altered retry")
  }

  @Sendable private static func rivals(_ world: ConformanceWorld) async throws {
    let results = await world.race(20) { index in
      await world.attempt(
        "ada", "k", .credit(Credit(unit: "credits", amount: Amount(Int64(index) + 1))))
    }
    try world.expectEqual(results.freshCount, 1, "fresh credits")
    try world.expectEqual(results.count(of: .idempotencyKeyReused), 19, "refused credits")
    try world.expectEqual(try await world.changes(of: "ada").count, 1, "rows")
  }

  @Sendable private static func identity(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada", "k")
    try await world.credit(50, to: "bob", "k")
    try await world.neighbour.credit(9, to: "ada", "k")
    let id = try await world.reserve(40, on: "ada", "k")
    try await world.settle(id, 10, "k")
    try await world.debit(5, from: "ada", "k")
    try await world.expectFigures("ada", posted: 85)
    try await world.expectFigures("bob", posted: 50)
    try await world.neighbour.expectFigures("ada", posted: 9)
  }

  @Sendable private static func refusalTakesNoKey(_ world: ConformanceWorld) async throws {
    let debit = Command.Action.debit(Debit(unit: "credits", amount: 5))
    try await world.expectRefusal(.insufficientBalance, "ada", "k", debit)
    try await world.credit(5, to: "ada")
    let result = try await world.submit("ada", "k", debit)
    try world.expect(!result.duplicate, "a call after a refusal under its key is a duplicate")
    try await world.expectFigures("ada", posted: 0)
  }

  @Sendable private static func keylessUsage(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 100)
    let results = await world.race(20) { _ in
      await world.attempt("ada", nil, .recordUsage(RecordUsage(item: "image", amount: 2)))
    }
    try world.expectEqual(results.freshCount, 20, "records")
    try world.expectEqual(try await world.usage(by: "ada").used, 40, "pieces used")
  }

  @Sendable private static func noEffectTakesNoKey(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let first = try await world.reserve(30, on: "ada", "r1")
    let second = try await world.reserve(30, on: "ada", "r2")
    try await world.submit(nil, "m", .report(Report(reservation: .id(first), used: 20)))
    try await world.settle(first, 20, "s")
    let before = try await world.trace(["ada"])
    let idle = try await world.submit(nil, "x", .release(Release(reservation: .id(first))))
    guard case .release(let answer) = idle.outcome else {
      throw ConformanceFailure("a release answers a release", file: #fileID, line: #line)
    }
    try world.expect(!answer.released && !idle.duplicate, "a closed hold was released: \(answer)")
    try world.expectEqual(answer.status, .settled, "the status of a closed hold")
    try world.expectSame(try await world.trace(["ada"]), before, "a release of a closed hold")
    let fresh = try await world.submit(nil, "x", .release(Release(reservation: .id(second))))
    try world.expect(!fresh.duplicate, "the key of a release without effect was taken")
    try await world.expectFigures("ada", posted: 80)
  }
}
