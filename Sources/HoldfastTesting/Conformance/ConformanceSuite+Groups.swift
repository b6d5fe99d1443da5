internal import Holdfast

/// All or nothing.
extension ConformanceSuite {
  static let groupCases = [
    ConformanceCase("a refused member undoes its group, and the error has its index", refused),
    ConformanceCase("groups over several accounts at once apply whole or not at all", atOnce),
    ConformanceCase("groups that meet in opposite order end and lose nothing", opposite),
    ConformanceCase("a group takes one to a hundred commands of its tenant", bounds),
    ConformanceCase("members are decided on the state that earlier members left", evolving),
    ConformanceCase("coupled settles charge the same, the least that any can", coupled),
  ]

  @Sendable private static func refused(_ world: ConformanceWorld) async throws {
    try await world.credit(50, to: "ada")
    try await world.define(maximum: 1)
    let before = try await world.trace(["ada", "bob", "cyd"])
    let credit = world.command("bob", nil, .credit(Credit(unit: "credits", amount: 9)))
    let reserve = world.command("ada", nil, .reserve(Reserve(unit: "credits", amount: 30)))
    let usage = world.command("cyd", nil, .recordUsage(RecordUsage(item: "image", amount: 2)))
    let groups: [(commands: [Command], code: LedgerError.Code, index: Int)] = [
      ([credit, reserve, reserve], .insufficientBalance, 2),
      ([reserve, credit, usage], .limitExceeded, 2),
      ([usage, credit, reserve], .limitExceeded, 0),
    ]
    for (number, group) in groups.enumerated() {
      let error = try await world.expectRefusal(group.code, "group \(number)") {
        () async throws(LedgerError) -> [CommandResult] in
        try await world.store.submit(world.group("g", group.commands))
      }
      try world.expectEqual(error.failedIndex, group.index, "the index in group \(number)")
      try world.expectSame(
        try await world.trace(["ada", "bob", "cyd"]), before, "refused group \(number)")
    }
    let fresh = try await world.store.submit(world.group("g", [credit, reserve]))
    try world.expect(!fresh.contains { $0.duplicate }, "a refused group took its key")
  }

  @Sendable private static func atOnce(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "team")
    let users = (0..<8).map { AccountName("user-\($0)") }
    for user in users { try await world.credit(25, to: user) }
    let results = await world.race(24) { index in
      let hold = Command.Action.reserve(Reserve(unit: "credits", amount: 10))
      let members = [users[index % 8], "team"].map { world.command($0, nil, hold) }
      return await world.attempt(
        world.group(IdempotencyKey("g\(index)"), index % 2 == 0 ? members : members.reversed()))
    }
    var granted: [AccountName: Amount] = [:]
    for (index, result) in results.enumerated() {
      switch result {
      case .success: granted[users[index % 8], default: 0] += 10
      case .failure(let error):
        try world.expectEqual(error.code, .insufficientBalance, "the refusal")
      }
    }
    try world.expectEqual(
      granted.values.reduce(0, +), 100, "what users were granted of the team's 100")
    try await world.expectFigures("team", posted: 100, held: 100)
    for user in users {
      try await world.expectFigures(user, posted: 25, held: granted[user, default: 0])
      let rows = try await world.changes(of: user).count
      try world.expectEqual(
        Int64(rows), 1 + granted[user, default: 0].value / 10, "rows of \(user)")
    }
  }

  @Sendable private static func opposite(_ world: ConformanceWorld) async throws {
    let accounts: [AccountName] = ["ada", "bob", "cyd", "dan"]
    for account in accounts { try await world.credit(1000, to: account) }
    let results = await world.race(60) { index in
      let order = index % 2 == 0 ? accounts : accounts.reversed()
      let members = order.enumerated().map { place, account in
        let next = order[(place + 1 + index / 2 % 3) % 4]
        return world.command(
          account, nil, .transfer(Transfer(unit: "credits", to: next, amount: 3)))
      }
      return await world.attempt(world.group(IdempotencyKey("g\(index)"), members))
    }
    for result in results {
      if case .failure(let error) = result { try world.expect(false, "a group met \(error)") }
    }
    var sum: Amount = 0
    for account in accounts {
      sum += try await world.balance(account).posted
      try world.expectChain(try await world.changes(of: account))
    }
    try world.expectEqual(sum, 4000, "credit of all accounts")
  }

  @Sendable private static func bounds(_ world: ConformanceWorld) async throws {
    func group(_ key: IdempotencyKey, _ count: Int) -> Group {
      let credit = Command.Action.credit(Credit(unit: "credits", amount: 1))
      return world.group(key, (0..<count).map { _ in world.command("ada", nil, credit) })
    }
    for count in [0, 101] {
      let error = try await world.expectRefusal(.invalidArgument, "a group of \(count)") {
        () async throws(LedgerError) -> [CommandResult] in
        try await world.store.submit(group("bad", count))
      }
      try world.expect(error.field.map { ByteText($0) } == ByteText("commands"), "\(error)")
    }
    var foreign = group("foreign", 2)
    foreign.commands[1].tenant = world.neighbour.tenant
    try await world.expectRefusal(.invalidArgument, "a member of another tenant") {
      () async throws(LedgerError) -> [CommandResult] in try await world.store.submit(foreign)
    }
    try world.expectEqual(try await world.changes().count, 0, "rows of refused groups")
    let results = try await world.store.submit(group("full", 100))
    try world.expectEqual(results.count, 100, "results")
    try await world.expectFigures("ada", posted: 100)
  }

  @Sendable private static func evolving(_ world: ConformanceWorld) async throws {
    let results = try await world.store.submit(
      world.group(
        "g",
        [
          world.command("ada", "c", .credit(Credit(unit: "credits", amount: 30))),
          world.command("ada", "r", .reserve(Reserve(unit: "credits", amount: 20))),
          world.command("ada", "s", .settle(Settle(reservation: .key("r"), amount: 5))),
          world.command("ada", "t", .transfer(Transfer(unit: "credits", to: "bob", amount: 25))),
          world.command("bob", "d", .debit(Debit(unit: "credits", amount: 24))),
        ]))
    try world.expectEqual(results.count, 5, "results")
    try await world.expectFigures("ada", posted: 0)
    try await world.expectFigures("bob", posted: 1)
    let alone = try await world.submit("bob", "d", .debit(Debit(unit: "credits", amount: 24)))
    try world.expect(alone.duplicate, "a member under its own key is no duplicate")
  }

  @Sendable private static func coupled(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    try await world.credit(30, to: "team")
    let holds = [
      try await world.reserve(20, on: "ada"), try await world.reserve(20, on: "team"),
    ]
    let members = holds.map { id in
      world.command(
        nil, nil, .settle(Settle(reservation: .id(id), amount: 50, coupled: true)))
    }
    let results = try await world.store.submit(world.group("g", members))
    for result in results {
      guard case .settle(let settle) = result.outcome else {
        throw ConformanceFailure("a settle answers a settle", file: #fileID, line: #line)
      }
      try world.expectEqual(settle.operationSettledAmount, 30, "what a coupled settle charged")
      try world.expectEqual(settle.operationShortfallAmount, 20, "its shortfall")
    }
    try await world.expectFigures("ada", posted: 70)
    try await world.expectFigures("team", posted: 0)
  }
}
