internal import Holdfast

/// Limits and what is counted against them.
extension ConformanceSuite {
  static let usageCases = [
    ConformanceCase("usage at once at a limit's edge admits exactly what fits", blockEdge),
    ConformanceCase("usage at once is charged above a limit as far as credit goes", chargeEdge),
    ConformanceCase("holds at once that count usage admit exactly what fits", countedHolds),
    ConformanceCase("a limit on what is spent admits exactly what fits", spentEdge),
    ConformanceCase("a hold that lapses unsettled takes its usage back", lapseTakesBack),
    ConformanceCase("a refusal of usage is an answer and counts nothing", refusedUsage),
    ConformanceCase("a new revision of an item counts what was used before", revisions),
    ConformanceCase("an account's own limits stand in until they are put back", overrides),
    ConformanceCase("definitions are a tenant's own", tenantDefinitions),
    ConformanceCase("usage that is reversed can be used again", reversedUsage),
  ]

  @Sendable private static func blockEdge(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 10)
    let answers = try await world.race(throwing: 25) { index in
      try await world.recordUsage(3, by: "ada", IdempotencyKey("u\(index)"))
    }
    try world.expectEqual(answers.filter(\.allowed).count, 3, "records of 3 within 10")
    for answer in answers where !answer.allowed {
      try world.expectEqual(answer.reason, .limitExceeded, "the reason")
    }
    let view = try await world.usage(by: "ada")
    try world.expectEqual(view.used, 9, "used")
    try world.expectEqual(view.remaining, 1, "remaining")
  }

  @Sendable private static func chargeEdge(_ world: ConformanceWorld) async throws {
    let price = UsagePrice(unit: "credits", amount: 2)
    try await world.define(maximum: 5, overage: .charge(price))
    try await world.credit(7, to: "ada")
    let answers = try await world.race(throwing: 20) { index in
      try await world.recordUsage(1, by: "ada", IdempotencyKey("u\(index)"))
    }
    let allowed = answers.filter(\.allowed)
    try world.expectEqual(allowed.count, 8, "pieces within the limit and the credit")
    try world.expectEqual(allowed.reduce(0) { $0 + $1.chargedUnits }, 6, "charged")
    for answer in answers where !answer.allowed {
      try world.expectEqual(answer.reason, .insufficientBalance, "the reason")
    }
    try await world.expectFigures("ada", posted: 1)
    try world.expectEqual(try await world.usage(by: "ada").used, 8, "used")
  }

  @Sendable private static func countedHolds(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 4)
    try await world.credit(1000, to: "ada")
    let results = await world.race(12) { index in
      let reserve = Reserve(
        unit: "credits", amount: 10, counts: [Reserve.Count(item: "image", amount: 1)])
      return await world.attempt("ada", IdempotencyKey("r\(index)"), .reserve(reserve))
    }
    try world.expectEqual(results.freshCount, 4, "holds")
    try world.expectEqual(results.count(of: .limitExceeded), 8, "refusals")
    try await world.expectFigures("ada", posted: 1000, held: 40)
    let id = try world.require(
      try await world.openReservations("ada").first?.reservationId, "an open hold")
    try await world.submit(nil, "x", .release(Release(reservation: .id(id))))
    try world.expectEqual(try await world.usage(by: "ada").used, 3, "used after a release")
  }

  @Sendable private static func spentEdge(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 100, measures: .spent("credits"))
    try await world.credit(1000, to: "ada")
    let results = await world.race(10) { index in
      let reserve = Reserve(
        unit: "credits", amount: 30, counts: [Reserve.Count(item: "image", amount: 1)])
      return await world.attempt("ada", IdempotencyKey("r\(index)"), .reserve(reserve))
    }
    try world.expectEqual(results.freshCount, 3, "holds of 30 within 100")
    try world.expectEqual(results.count(of: .limitExceeded), 7, "refusals")
    let id = try world.require(
      try await world.openReservations("ada").first?.reservationId, "an open hold")
    try await world.expectRefusal(
      .limitExceeded, nil, "i", .increase(Increase(reservation: .id(id), amount: 11)))
    try await world.submit(nil, "i", .increase(Increase(reservation: .id(id), amount: 10)))
    try await world.settle(id, 5)
    try world.expectEqual(try await world.usage(by: "ada").used, 65, "spent")
  }

  @Sendable private static func lapseTakesBack(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 4)
    try await world.credit(100, to: "ada")
    let reserve = Reserve(
      unit: "credits", amount: 10, expiresInSeconds: 20,
      counts: [Reserve.Count(item: "image", amount: 4)])
    try await world.submit("ada", "r", .reserve(reserve))
    try world.expectEqual(try await world.usage(by: "ada").remaining, 0, "remaining")
    world.clock.advance(bySeconds: 20)
    try world.expectEqual(try await world.usage(by: "ada").remaining, 4, "after the lapse")
    let answer = try await world.recordUsage(4, by: "ada")
    try world.expect(answer.allowed, "what a lapse took back cannot be used: \(answer)")
  }

  @Sendable private static func refusedUsage(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 2)
    try await world.recordUsage(1, by: "ada", "u1")
    let before = try await world.trace(["ada"])
    let answer = try await world.recordUsage(2, by: "ada", "u2")
    try world.expect(!answer.allowed && answer.recordId == nil, "\(answer)")
    try world.expectEqual(answer.reason, .limitExceeded, "the reason")
    try world.expectEqual(answer.used, 1, "used")
    try world.expectEqual(answer.limit, 2, "the limit")
    try world.expectEqual(answer.remaining, 1, "remaining")
    try world.expectSame(try await world.trace(["ada"]), before, "refused usage")
    let fresh = try await world.submit("ada", "u2", .recordUsage(RecordUsage(item: "image")))
    try world.expect(!fresh.duplicate, "refused usage took its key")
  }

  @Sendable private static func revisions(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 5)
    try await world.recordUsage(4, by: "ada", "u1")
    try await world.define(maximum: 3)
    let lowered = try await world.usage(by: "ada")
    try world.expectEqual(lowered.used, 4, "used under a lower limit")
    try world.expectEqual(lowered.remaining, 0, "remaining under a lower limit")
    try await world.define(maximum: 6)
    try world.expect(try await world.recordUsage(2, by: "ada", "u2").allowed, "2 of 2 left")
    try world.expect(try await !world.recordUsage(1, by: "ada", "u3").allowed, "1 of 0 left")
  }

  @Sendable private static func overrides(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 2)
    let own = UsageLimit(window: .lifetime, maximum: 5)
    try await world.store.overrideLimits([own], of: "image", for: world.address("ada"))
    try world.expect(try await world.recordUsage(4, by: "ada", "u1").allowed, "4 of an own 5")
    try world.expect(try await !world.recordUsage(4, by: "bob", "u1").allowed, "4 of 2")
    try world.expectEqual(try await world.usage(by: "ada").limit, 5, "the limit")
    try await world.store.overrideLimits(nil, of: "image", for: world.address("ada"))
    let view = try await world.usage(by: "ada")
    try world.expectEqual(view.limit, 2, "the limit put back")
    try world.expectEqual(view.used, 4, "used")
    try await world.expectRefusal(.usageItemNotFound, "limits of an unknown item") {
      () async throws(LedgerError) in
      try await world.store.overrideLimits([own], of: "unknown", for: world.address("ada"))
    }
  }

  @Sendable private static func tenantDefinitions(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 2)
    try await world.neighbour.expectRefusal(
      .usageItemNotFound, "ada", "u", .recordUsage(RecordUsage(item: "image")))
    try await world.neighbour.define(maximum: 9)
    try world.expectEqual(try await world.usage(by: "ada").limit, 2, "our limit")
    try world.expectEqual(try await world.neighbour.usage(by: "ada").limit, 9, "their limit")
    try await world.define("video", maximum: 1)
    let items = try await world.store.usage(of: world.address("ada"), item: nil)
    try world.expectEqual(items.map(\.item), ["image", "video"], "the items")
  }

  @Sendable private static func reversedUsage(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 5)
    let record = try world.require(
      try await world.recordUsage(5, by: "ada", "u1").recordId, "the id of a record")
    let results = await world.race(10) { index in
      await world.attempt(
        nil, IdempotencyKey("v\(index)"), .reverseUsage(ReverseUsage(record: record, amount: 2)))
    }
    try world.expectEqual(results.freshCount, 2, "reversals of 2 within 5")
    try world.expectEqual(results.count(of: .reversalExceedsEntry), 8, "refusals")
    try world.expectEqual(try await world.usage(by: "ada").used, 1, "used")
    try world.expect(try await world.recordUsage(4, by: "ada", "u2").allowed, "4 of 4 left")
  }
}
