internal import Holdfast

/// What is due has happened, whether or not anybody swept.
extension ConformanceSuite {
  static let timeCases = [
    ConformanceCase("reads include what is due and write nothing", lazyReads),
    ConformanceCase("a sweep writes what is due once", sweepOnce),
    ConformanceCase("a sweep gives what is due the ids that reads gave it", sweepKeepsIds),
    ConformanceCase("commands see what is due", commandsSeeDue),
    ConformanceCase("a hold can be settled until its grace has passed, then only late", grace),
    ConformanceCase("scheduled credit counts from its instant on", scheduled),
    ConformanceCase("a hold charges at its lapse what it was told to", onLapse),
    ConformanceCase("a sweep of one tenant leaves the others", sweepOneTenant),
  ]

  /// 100 that stay, 40 that expire after 50 s, and a hold of 30 that lapses after 20 s.
  private static func prepare(_ world: ConformanceWorld) async throws -> ReservationID {
    try await world.credit(100, to: "ada", "stays")
    try await world.credit(40, to: "ada", "goes", expiresIn: 50)
    return try await world.reserve(30, on: "ada", expiresIn: 20)
  }

  @Sendable private static func lazyReads(_ world: ConformanceWorld) async throws {
    let id = try await prepare(world)
    world.clock.advance(bySeconds: 100)
    let written = try await world.changes().count
    for _ in 0..<2 {
      try await world.expectFigures("ada", posted: 100)
      let balances = try await world.store.balances(of: world.address("ada"))
      try world.expectEqual(balances.map(\.posted), [100], "posted among all balances")
      try world.expectEqual(try await world.lots("ada").map(\.remaining), [100], "lots")
      try world.expectEqual(try await world.openReservations("ada").count, 0, "open holds")
      try world.expectEqual(try await world.reservation(id).status, .expired, "the status")
      try world.expectEqual(
        try await world.ledger("ada").map(\.delta), [-40, 40, 100], "the entries")
      _ = try await world.balance("ada", asOf: world.clock.now)
      _ = try await world.store.usage(of: world.address("ada"), item: nil)
    }
    let page = try await world.store.ledger(
      of: "credits", world.address("ada"), .number(1, size: 2))
    try world.expectEqual(page.total, 3, "the total of the page view")
    try world.expectEqual(try await world.changes().count, written, "rows after reads")
    let report = try await world.store.sweep(world.tenant)
    try world.expectEqual(report.expiredReservations, 1, "holds left to the sweep")
    try world.expectEqual(report.expiredLots, 1, "lots left to the sweep")
    try world.expectEqual(report.lagMicroseconds, 80_000_000, "the lag")
  }

  @Sendable private static func sweepOnce(_ world: ConformanceWorld) async throws {
    _ = try await prepare(world)
    world.clock.advance(bySeconds: 20)
    let reports = try await world.race(throwing: 8) { _ in
      try await world.store.sweep(world.tenant)
    }
    let holds = reports.map(\.expiredReservations).reduce(0, +)
    try world.expectEqual(holds, 1, "holds that sweeps at once wrote")
    try world.expectEqual(reports.map(\.expiredLots).reduce(0, +), 0, "lots before their expiry")
    let before = try await world.trace(["ada"])
    let second = try await world.store.sweep(world.tenant)
    try world.expectEqual(second.expiredReservations, 0, "holds that a second sweep wrote")
    try world.expectEqual(second.expiredLots, 0, "lots that a second sweep wrote")
    try world.expectEqual(second.lagMicroseconds, 0, "the lag of a second sweep")
    try world.expectSame(try await world.trace(["ada"]), before, "a second sweep")
  }

  @Sendable private static func sweepKeepsIds(_ world: ConformanceWorld) async throws {
    _ = try await prepare(world)
    world.clock.advance(bySeconds: 100)
    var before = try await world.trace(["ada"])
    _ = try await world.store.sweep(world.tenant)
    let after = try await world.trace(["ada"])
    try world.expectChain(try await world.changes(of: "ada"))
    try world.expectEqual(after.changes.count, before.changes.count + 2, "rows")
    before.changes = after.changes
    try world.expectSame(after, before, "a sweep")
    let entry = try world.require(after.ledgers[0].first, "the expiry")
    let row = try world.require(after.changes.last, "the last row")
    try world.expectEqual(row.entryId, entry.id, "the id of the expiry's row")
    try world.expectEqual(row.createdAt, entry.createdAt, "its instant")
  }

  @Sendable private static func commandsSeeDue(_ world: ConformanceWorld) async throws {
    _ = try await prepare(world)
    world.clock.advance(bySeconds: 50)
    try await world.expectRefusal(
      .insufficientBalance, "ada", "d1", .debit(Debit(unit: "credits", amount: 101)))
    try await world.debit(100, from: "ada", "d2")
    try await world.expectFigures("ada", posted: 0)
    let changes = try await world.changes(of: "ada")
    try world.expectChain(changes)
    try world.expectEqual(
      changes.map(\.postedDelta), [100, 40, 0, 0, -40, -100], "what the rows moved")
  }

  @Sendable private static func grace(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let id = try await world.reserve(30, on: "ada", expiresIn: 20, grace: 10)
    world.clock.advance(bySeconds: 20)
    try await world.expectRefusal(
      .reservationExpired, nil, "i", .increase(Increase(reservation: .id(id), amount: 1)))
    world.clock.advance(to: world.clock.now.advanced(byMicroseconds: 9_999_999))
    try await world.settle(id, 10, "s1", final: false)
    world.clock.advance(to: world.clock.now.advanced(byMicroseconds: 1))
    try await world.expectRefusal(
      .reservationExpired, nil, "s2", .settle(Settle(reservation: .id(id), amount: 5)))
    let late = Settle(reservation: .id(id), amount: 5, late: .chargeAvailable)
    guard case .settle(let result) = try await world.submit(nil, "s3", .settle(late)).outcome else {
      throw ConformanceFailure("a settle answers a settle", file: #fileID, line: #line)
    }
    try world.expect(result.late, "a late settlement is not marked")
    try world.expectEqual(result.status, .expired, "the status")
    try world.expectEqual(result.settledAmount, 10, "settled in time")
    try await world.expectFigures("ada", posted: 85)
  }

  @Sendable private static func scheduled(_ world: ConformanceWorld) async throws {
    let start = world.clock.now.advanced(bySeconds: 60)
    let credit = Credit(unit: "credits", amount: 25, effectiveAt: start)
    try await world.submit("ada", "c", .credit(credit))
    let before = try await world.balance("ada")
    try world.expectEqual(before.posted, 0, "posted before")
    try world.expectEqual(before.scheduled, 25, "scheduled before")
    try world.expectEqual(before.nextDue, start, "the next due instant")
    try await world.expectRefusal(
      .insufficientBalance, "ada", "d", .debit(Debit(unit: "credits", amount: 1)))
    world.clock.advance(to: start)
    let after = try await world.balance("ada")
    try world.expectEqual(after.posted, 25, "posted from its instant on")
    try world.expectEqual(after.scheduled, 0, "scheduled from its instant on")
    try await world.debit(25, from: "ada", "d")
    try world.expectEqual(
      try await world.ledger("ada").map(\.createdAt), [start, start], "the instants")
  }

  @Sendable private static func onLapse(_ world: ConformanceWorld) async throws {
    let policies: [(Reserve.OnLapse, AccountName, Amount)] = [
      (.return, "ada", 100), (.chargeReported, "bob", 88), (.chargeAll, "cyd", 70),
    ]
    for (policy, account, _) in policies {
      try await world.credit(100, to: account)
      let reserve = Reserve(
        unit: "credits", amount: 30, expiresInSeconds: 20, onLapse: policy)
      try await world.submit(account, "r", .reserve(reserve))
      try await world.submit(account, "m", .report(Report(reservation: .key("r"), used: 12)))
    }
    world.clock.advance(bySeconds: 20)
    for (_, account, posted) in policies {
      try await world.expectFigures(account, posted: posted)
      let stored = try await world.store.reservation(
        .key("r"), in: world.tenant, account: account)
      try world.expectEqual(stored.status, .expired, "the status")
      try world.expectEqual(stored.settledAmount, 100 - posted, "settled by the lapse")
    }
  }

  @Sendable private static func sweepOneTenant(_ world: ConformanceWorld) async throws {
    _ = try await prepare(world)
    _ = try await prepare(world.neighbour)
    world.clock.advance(bySeconds: 100)
    let first = try await world.store.sweep(world.tenant)
    try world.expectEqual(first.expiredReservations, 1, "holds of the tenant")
    try world.expectEqual(first.expiredLots, 1, "lots of the tenant")
    let second = try await world.store.sweep(world.neighbour.tenant)
    try world.expectEqual(second.expiredReservations, 1, "holds of the other tenant")
    try world.expectEqual(second.expiredLots, 1, "lots of the other tenant")
  }
}
