internal import Holdfast

/// What holds keep through their lives.
extension ConformanceSuite {
  static let reservationCases = [
    ConformanceCase("a hold is settled in parts and the rest comes back", life),
    ConformanceCase("a closed hold stays as it is", closed),
    ConformanceCase("a refused increase leaves the hold as it was", increase),
    ConformanceCase("what a hold pins outlives the expiry of its lot", pins),
  ]

  @Sendable private static func life(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let id = try await world.reserve(60, on: "ada")
    let first = try await world.settle(id, 25, "s1", final: false)
    try world.expectEqual(first.remainingReserved, 35, "remaining")
    try world.expectEqual(first.status, .open, "the status")
    try await world.expectFigures("ada", posted: 75, held: 35)
    let second = try await world.settle(id, 5, "s2")
    try world.expectEqual(second.settledAmount, 30, "settled in total")
    try world.expectEqual(second.operationSettledAmount, 5, "settled now")
    try world.expectEqual(second.status, .settled, "the status")
    try await world.expectFigures("ada", posted: 70)
    let stored = try await world.reservation(id)
    try world.expectEqual(stored.releasedAmount, 30, "given back")
    try world.expectEqual(
      stored.initialAmount + stored.increasedAmount,
      stored.settledAmount + stored.releasedAmount + stored.remainingReserved,
      "where the hold went")
  }

  @Sendable private static func closed(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let settled = try await world.reserve(10, on: "ada", "r1")
    try await world.settle(settled, 4)
    let released = try await world.reserve(10, on: "ada", "r2")
    try await world.submit(nil, "release", .release(Release(reservation: .id(released))))
    let expired = try await world.reserve(10, on: "ada", "r3", expiresIn: 5)
    world.clock.advance(bySeconds: 5)
    let before = try await world.trace(["ada"])
    let states = [
      (settled, LedgerError.Code.reservationClosed), (released, .reservationClosed),
      (expired, .reservationExpired),
    ]
    for (id, code) in states {
      let reference = ReservationReference.id(id)
      let actions: [Command.Action] = [
        .increase(Increase(reservation: reference, amount: 1)),
        .extend(Extend(reservation: reference, by: .fromNow(seconds: 60))),
        .report(Report(reservation: reference, used: 1)),
        .settle(Settle(reservation: reference, amount: 1)),
      ]
      for action in actions { try await world.expectRefusal(code, nil, "k", action) }
    }
    try world.expectSame(try await world.trace(["ada"]), before, "a command on a closed hold")
    try world.expectEqual(try await world.reservation(settled).status, .settled, "its status")
    try world.expectEqual(try await world.reservation(released).status, .released, "its status")
    try world.expectEqual(try await world.reservation(expired).status, .expired, "its status")
  }

  @Sendable private static func increase(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let id = try await world.reserve(60, on: "ada")
    let before = try await world.trace(["ada"])
    try await world.expectRefusal(
      .insufficientBalance, nil, "i", .increase(Increase(reservation: .id(id), amount: 41)))
    try world.expectSame(try await world.trace(["ada"]), before, "a refused increase")
    try await world.submit(nil, "i", .increase(Increase(reservation: .id(id), amount: 40)))
    try await world.expectFigures("ada", posted: 100, held: 100)
  }

  @Sendable private static func pins(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada", expiresIn: 60)
    let id = try await world.reserve(60, on: "ada", grace: 60)
    world.clock.advance(bySeconds: 60)
    try await world.expectFigures("ada", posted: 60, held: 60)
    let settled = try await world.settle(id, 45)
    try world.expectEqual(settled.operationSettledAmount, 45, "settled from the pins")
    try world.expectEqual(settled.balanceAfter, 0, "the balance after the rest lapsed")
    try world.expectEqual(
      try await world.ledger("ada").map(\.delta), [-15, -45, -40, 100], "the entries")
  }
}
