internal import Holdfast

/// Groups once per key.
extension ConformanceSuite {
  static let groupKeyCases = [
    ConformanceCase("a group of fresh and applied members is refused", mixture),
    ConformanceCase("a key that stands twice in a group is refused at the second", twice),
    ConformanceCase("a release with nothing to release goes with any members", idleRelease),
    ConformanceCase(
      "a release that came too late goes with any members, swept or not", lateRelease),
    ConformanceCase("a group again gives the first result of each member", repeated),
  ]

  @Sendable private static func mixture(_ world: ConformanceWorld) async throws {
    let credit = Command.Action.credit(Credit(unit: "credits", amount: 5))
    try await world.submit("ada", "a", credit)
    let before = try await world.trace(["ada", "bob"])
    let members = [world.command("ada", "a", credit), world.command("bob", "b", credit)]
    let error = try await world.expectRefusal(.idempotencyKeyReused, "a mixture") {
      () async throws(LedgerError) -> [CommandResult] in
      try await world.store.submit(world.group("g", members))
    }
    try world.expectEqual(error.failedIndex, 1, "the index")
    try world.expectSame(try await world.trace(["ada", "bob"]), before, "a refused mixture")
    let applied = try await world.store.submit(world.group("g", [members[0]]))
    try world.expect(applied.allSatisfy(\.duplicate), "a group of applied members is fresh")
  }

  @Sendable private static func twice(_ world: ConformanceWorld) async throws {
    let credit = Command.Action.credit(Credit(unit: "credits", amount: 5))
    let members = [
      world.command("bob", "k", credit), world.command("ada", "k", credit),
      world.command("ada", "k", credit),
    ]
    let error = try await world.expectRefusal(.idempotencyKeyReused, "a key twice") {
      () async throws(LedgerError) -> [CommandResult] in
      try await world.store.submit(world.group("g", members))
    }
    try world.expectEqual(error.failedIndex, 2, "the index")
    try world.expectEqual(try await world.changes().count, 0, "rows of the refused group")
    let results = try await world.store.submit(world.group("g", Array(members[..<2])))
    try world.expect(!results.contains { $0.duplicate }, "one key in two accounts is no repeat")
  }

  @Sendable private static func idleRelease(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let id = try await world.reserve(30, on: "ada")
    try await world.settle(id, 10)
    let group = world.group(
      "g",
      [
        world.command(nil, nil, .release(Release(reservation: .id(id)))),
        world.command("ada", nil, .debit(Debit(unit: "credits", amount: 4))),
      ])
    let first = try await world.store.submit(group)
    try world.expectEqual(first.map(\.duplicate), [false, false], "duplicates at first")
    let before = try await world.trace(["ada"])
    let again = try await world.store.submit(group)
    try world.expectEqual(again.map(\.duplicate), [false, true], "duplicates again")
    try world.expectSame(try await world.trace(["ada"]), before, "the group again")
    try await world.expectFigures("ada", posted: 86)
  }

  @Sendable private static func lateRelease(_ world: ConformanceWorld) async throws {
    for account in ["swept", "unswept"] as [AccountName] {
      try await world.credit(100, to: account)
      try await world.reserve(30, on: account, "r", expiresIn: 5)
      try await world.debit(4, from: account, "d")
      world.clock.advance(bySeconds: 5)
      if account == "swept" { _ = try await world.store.sweep(world.tenant) }
      let members = [
        world.command(account, nil, .release(Release(reservation: .key("r")))),
        world.command(account, "d", .debit(Debit(unit: "credits", amount: 4))),
      ]
      switch await world.attempt(world.group(IdempotencyKey("late/\(account)"), members)) {
      case .success(let results):
        try world.expectEqual(results.map(\.duplicate), [false, true], "duplicates, \(account)")
      case .failure(let error):
        try world.expect(false, "a late release, \(account), was refused: \(error)")
      }
      try await world.expectFigures(account, posted: 96)
    }
  }

  @Sendable private static func repeated(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let hold = ReservationReference.id(try await world.reserve(30, on: "ada"))
    let group = world.group(
      "g",
      [
        .increase(Increase(reservation: hold, amount: 5)),
        .extend(Extend(reservation: hold, by: .fromExpiry(seconds: 60))),
        .debit(Debit(unit: "credits", amount: 4)),
        .settle(Settle(reservation: hold, amount: 3, final: false)),
        .report(Report(reservation: hold, used: 20)),
      ].map { world.command("ada", nil, $0) })
    let first = try await world.store.submit(group)
    try await world.submit(nil, "m", .report(Report(reservation: hold, used: 25)))
    try await world.submit(nil, "s", .settle(Settle(reservation: hold, amount: 25)))
    let again = try await world.store.submit(group)
    try world.expectEqual(again.count, first.count, "results again")
    for (index, pair) in zip(first, again).enumerated() {
      try world.expectEqual(pair.1.outcome, pair.0.outcome, "member \(index) again")
      try world.expect(pair.1.duplicate, "member \(index) again is no duplicate")
    }
  }
}
