internal import Holdfast

/// Plain lists, and what they would do.
extension ConformanceSuite {
  static let listCases = [
    ConformanceCase("a list answers each of its commands by itself", independent),
    ConformanceCase("a list takes ten thousand commands and no more", bound),
    ConformanceCase("a preview of a list tells what it would do and leaves no trace", previewList),
    ConformanceCase(
      "a preview of a group tells what it would do and leaves no trace", previewGroup),
    ConformanceCase("previews beside commands leave no trace", previewsBeside),
  ]

  @Sendable private static func independent(_ world: ConformanceWorld) async throws {
    let results = try await world.store.submit([
      world.command("ada", "a", .credit(Credit(unit: "credits", amount: 10))),
      world.command("ada", "b", .debit(Debit(unit: "credits", amount: 11))),
      world.command("ada", "c", .debit(Debit(unit: "credits", amount: 0))),
      world.command("ada", "d", .debit(Debit(unit: "credits", amount: 4))),
      world.command("ada", "d", .debit(Debit(unit: "credits", amount: 4))),
      world.command("ada", "d", .debit(Debit(unit: "credits", amount: 5))),
      world.command("bob", "a", .credit(Credit(unit: "credits", amount: 3))),
    ])
    let answers = results.map { result -> String in
      switch result {
      case .success(let answer): answer.duplicate ? "duplicate" : "fresh"
      case .failure(let error): error.code.rawValue
      }
    }
    try world.expectEqual(
      answers.map(ByteText.init),
      [
        "fresh", "insufficient_balance", "invalid_argument", "fresh", "duplicate",
        "idempotency_key_reused", "fresh",
      ].map(ByteText.init), "the answers")
    try await world.expectFigures("ada", posted: 6)
    try await world.expectFigures("bob", posted: 3)
    let empty = try await world.store.submit([Command]())
    try world.expectEqual(empty.count, 0, "results of an empty list")
  }

  @Sendable private static func bound(_ world: ConformanceWorld) async throws {
    var commands = [Command](
      repeating: world.command("ada", "x", .debit(Debit(unit: "credits", amount: 0))),
      count: 10_000)
    commands[9_999] = world.command("ada", "c", .credit(Credit(unit: "credits", amount: 10)))
    let longer = commands + [commands[0]]
    for isPreview in [false, true] {
      let error = try await world.expectRefusal(.invalidArgument, "10,001 commands") {
        () async throws(LedgerError) -> Int in
        isPreview
          ? try await world.store.preview(longer).count
          : try await world.store.submit(longer).count
      }
      try world.expect(error.field.map { ByteText($0) } == ByteText("commands"), "\(error)")
    }
    try world.expectEqual(try await world.changes().count, 0, "rows of a list that is too long")
    let results = try await world.store.submit(commands)
    try world.expectEqual(results.count, 10_000, "results")
    try world.expectEqual(results.count(of: .invalidArgument), 9_999, "refusals")
    try world.expectEqual(results.freshCount, 1, "effects")
  }

  private static func plan(_ world: ConformanceWorld) -> [Command] {
    let late = world.clock.now.advanced(bySeconds: 60)
    return [
      world.command("ada", "p1", .debit(Debit(unit: "credits", amount: 30))),
      world.command("ada", "p2", .reserve(Reserve(unit: "credits", amount: 20))),
      world.command("ada", "p3", .settle(Settle(reservation: .key("p2"), amount: 5))),
      world.command("ada", "p4", .transfer(Transfer(unit: "credits", to: "new", amount: 10))),
      world.command(
        "new", "p5", .credit(Credit(unit: "tokens", amount: 8, expiresAt: late))),
      world.command("ada", "p6", .recordUsage(RecordUsage(item: "image", amount: 3))),
      world.command("ada", "p7", .setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 9))),
    ]
  }

  /// An account with something due that nobody wrote.
  private static func prepare(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 2, overage: .charge(UsagePrice(unit: "credits", amount: 4)))
    try await world.credit(100, to: "ada")
    try await world.credit(50, to: "ada", "gone", expiresIn: 10)
    try await world.reserve(15, on: "ada", "lapsed", expiresIn: 5)
    world.clock.advance(bySeconds: 20)
  }

  @Sendable private static func previewList(_ world: ConformanceWorld) async throws {
    try await prepare(world)
    var plan = plan(world)
    plan.insert(world.command("new", "p0", .debit(Debit(unit: "credits", amount: 1))), at: 0)
    plan.append(world.command("ada", "p8", .debit(Debit(unit: "credits", amount: 1000))))
    plan.append(world.command("ada", "p9", .debit(Debit(unit: "credits", amount: 0))))
    let before = try await world.trace(["ada", "new"])
    let foreseen = try await world.store.preview(plan)
    try world.expectSame(try await world.trace(["ada", "new"]), before, "a preview")
    let done = try await world.store.submit(plan)
    try world.expectEqual(foreseen.count, done.count, "results of the preview")
    for (index, pair) in zip(foreseen, done).enumerated() {
      switch pair {
      case (.success(let left), .success(let right)):
        try world.expectEqual(left, right, "what the preview told of command \(index)")
      case (.failure(let left), .failure(let right)):
        try world.expectEqual(left.code, right.code, "what the preview told of command \(index)")
      default: try world.expect(false, "the preview told \(pair.0), it became \(pair.1)")
      }
    }
  }

  @Sendable private static func previewGroup(_ world: ConformanceWorld) async throws {
    try await prepare(world)
    let group = world.group("g", plan(world))
    var refused = group
    refused.commands.append(
      world.command("ada", nil, .debit(Debit(unit: "credits", amount: 1000))))
    let before = try await world.trace(["ada", "new"])
    let error = try await world.expectRefusal(.insufficientBalance, "a refused preview") {
      () async throws(LedgerError) -> [CommandResult] in try await world.store.preview(refused)
    }
    try world.expectEqual(error.failedIndex, group.commands.count, "the index")
    let foreseen = try await world.store.preview(group)
    try world.expectSame(try await world.trace(["ada", "new"]), before, "a preview")
    let done = try await world.store.submit(group)
    try world.expectEqual(foreseen, done, "what the preview told")
    let again = try await world.store.preview(group)
    try world.expect(again.allSatisfy(\.duplicate), "a preview of an applied group is fresh")
  }

  @Sendable private static func previewsBeside(_ world: ConformanceWorld) async throws {
    try await world.credit(40, to: "ada")
    let results = await world.race(40) { index in
      let debit = world.command(
        "ada", IdempotencyKey("d\(index)"), .debit(Debit(unit: "credits", amount: 1)))
      if index % 2 == 0 { return await world.attempt(debit) }
      do throws(LedgerError) {
        let many = (0..<40).map { number in
          world.command(
            "ada", IdempotencyKey("p\(number)"), .debit(Debit(unit: "credits", amount: 1)))
        }
        return try await world.store.preview(many)[0]
      } catch {
        return .failure(error)
      }
    }
    try world.expectEqual(results.freshCount, 40, "answers")
    try await world.expectFigures("ada", posted: 20)
    let changes = try await world.changes(of: "ada")
    try world.expectEqual(changes.count, 21, "rows")
    try world.expectChain(changes)
  }
}
