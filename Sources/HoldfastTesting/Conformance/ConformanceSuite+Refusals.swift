internal import Holdfast

/// Refusals change nothing.
extension ConformanceSuite {
  static let refusalCases = [
    ConformanceCase("a refusal does not bring an account into being", noAccount),
    ConformanceCase("a call cancelled before it began does nothing and says so", cancelled),
    ConformanceCase("malformed input is refused with its field and changes nothing", malformed),
    ConformanceCase("a figure that would leave its bounds is refused", overflow),
    ConformanceCase("a refusal says what was there and what was needed", numbers),
  ]

  @Sendable private static func noAccount(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 0)
    let refused: [(Command.Action, LedgerError.Code)] = [
      (.debit(Debit(unit: "credits", amount: 5)), .insufficientBalance),
      (.reserve(Reserve(unit: "credits", amount: 5)), .insufficientBalance),
      (.transfer(Transfer(unit: "credits", to: "noone", amount: 5)), .insufficientBalance),
      (.settle(Settle(reservation: .key("r"), amount: 5)), .reservationNotFound),
      (.release(Release(reservation: .id(ReservationID("res_no")))), .reservationNotFound),
      (.recordUsage(RecordUsage(item: "unknown")), .usageItemNotFound),
      (
        .reserve(
          Reserve(
            unit: "credits", amount: 0, counts: [Reserve.Count(item: "image", amount: 1)],
            allowZero: true)), .limitExceeded
      ),
    ]
    for (action, code) in refused {
      try await world.expectRefusal(code, "nobody", "k", action)
    }
    let usage = try await world.recordUsage(1, by: "nobody")
    try world.expect(!usage.allowed, "usage above a limit of 0 is allowed")
    let group = world.group(
      "g",
      [
        world.command("nobody", nil, .credit(Credit(unit: "credits", amount: 5))),
        world.command("nobody", nil, .debit(Debit(unit: "credits", amount: 6))),
      ])
    try await world.expectRefusal(.insufficientBalance, "a group") {
      () async throws(LedgerError) -> [CommandResult] in try await world.store.submit(group)
    }
    for account in ["nobody", "noone"] as [AccountName] {
      let balances = try await world.store.balances(of: world.address(account))
      try world.expectEqual(balances.count, 0, "balances of \(account)")
    }
    try world.expectEqual(try await world.changes().count, 0, "rows")
  }

  @Sendable private static func cancelled(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let before = try await world.trace(["ada"])
    let debit = world.command("ada", "k", .debit(Debit(unit: "credits", amount: 5)))
    for shape in CallShape.allCases {
      let task = Task { () -> Result<CommandResult, LedgerError> in
        while !Task.isCancelled { await Task.yield() }
        return await call(shape, debit, world)
      }
      task.cancel()
      guard case .failure(let error) = await task.value else {
        throw ConformanceFailure(
          "a cancelled call, \(shape), was answered", file: #fileID, line: #line)
      }
      try world.expectEqual(error.code, .cancelled, "the refusal of a \(shape)")
      try world.expectEqual(error.effect, .none, "its effect")
      try world.expect(error.isRetryable, "a cancelled call may be tried again")
      try world.expectSame(try await world.trace(["ada"]), before, "a cancelled \(shape)")
    }
    let result = try await world.store.submit(debit)
    try world.expect(!result.duplicate, "a cancelled call took its key")
  }

  private enum CallShape: CaseIterable {
    case command
    case list
    case group
  }

  private static func call(
    _ shape: CallShape, _ command: Command, _ world: ConformanceWorld
  ) async -> Result<CommandResult, LedgerError> {
    do throws(LedgerError) {
      switch shape {
      case .command: return .success(try await world.store.submit(command))
      case .list: return try await world.store.submit([command])[0]
      case .group: return .success(try await world.store.submit(world.group("g", [command]))[0])
      }
    } catch {
      return .failure(error)
    }
  }

  @Sendable private static func malformed(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let id = try await world.reserve(10, on: "ada")
    let before = try await world.trace(["ada"])
    let now = world.clock.now
    let long = String(repeating: "x", count: 256)
    let debit = Command.Action.debit(Debit(unit: "credits", amount: 1))
    let table: [(String, AccountName?, IdempotencyKey?, Command.Action)] = [
      ("account", "", "k", debit), ("account", AccountName(long), "k", debit),
      ("account", "a\u{7}", "k", debit), ("account", nil, "k", debit),
      ("key", "ada", nil, debit), ("key", "ada", "", debit),
      ("unit", "ada", "k", .debit(Debit(unit: "\u{0}", amount: 1))),
      ("amount", "ada", "k", .debit(Debit(unit: "credits", amount: -1))),
      (
        "amount", "ada", "k",
        .credit(Credit(unit: "credits", amount: Amount(Amount.maximum.value + 1)))
      ),
      ("kind", "ada", "k", .debit(Debit(unit: "credits", amount: 1, kind: .expiry))),
      ("expiresAt", "ada", "k", .credit(Credit(unit: "credits", amount: 1, expiresAt: now))),
      ("minimum", "ada", "k", .reserve(Reserve(unit: "credits", amount: 1, minimum: 2))),
      (
        "expiresInSeconds", "ada", "k",
        .reserve(Reserve(unit: "credits", amount: 1, expiresInSeconds: 604_801))
      ),
      (
        "graceSeconds", "ada", "k",
        .reserve(Reserve(unit: "credits", amount: 1, graceSeconds: 3601))
      ),
      ("to", "ada", "k", .transfer(Transfer(unit: "credits", to: "ada", amount: 1))),
      ("amount", "ada", "k", .settle(Settle(reservation: .id(id), amount: -1))),
      ("coupled", "ada", "k", .settle(Settle(reservation: .id(id), amount: 1, coupled: true))),
      (
        "metadata", "ada", "k",
        .debit(Debit(unit: "credits", amount: 1, details: Details(metadata: .array([]))))
      ),
    ]
    for (field, account, key, action) in table {
      let error = try await world.expectRefusal(.invalidArgument, account, key, action)
      try world.expect(
        error.field.map { ByteText($0) } == ByteText(field), "\(field) is at fault, not \(error)")
    }
    try world.expectSame(try await world.trace(["ada"]), before, "malformed input")
  }

  @Sendable private static func overflow(_ world: ConformanceWorld) async throws {
    try await world.credit(.maximum, to: "ada")
    try await world.credit(1, to: "bob")
    let before = try await world.trace(["ada", "bob"])
    try await world.expectRefusal(
      .amountOverflow, "ada", "k", .credit(Credit(unit: "credits", amount: 1)))
    let later = world.clock.now.advanced(bySeconds: 60)
    try await world.expectRefusal(
      .amountOverflow, "ada", "k",
      .credit(Credit(unit: "credits", amount: 1, effectiveAt: later)))
    try await world.expectRefusal(
      .amountOverflow, "bob", "k", .transfer(Transfer(unit: "credits", to: "ada", amount: 1)))
    try world.expectSame(try await world.trace(["ada", "bob"]), before, "an overflow")
  }

  @Sendable private static func numbers(_ world: ConformanceWorld) async throws {
    try await world.credit(10, to: "ada")
    let error = try await world.expectRefusal(
      .insufficientBalance, "ada", "d", .debit(Debit(unit: "credits", amount: 25)))
    try world.expectEqual(error.available, 10, "available")
    try world.expectEqual(error.required, 25, "required")
    let hold = try await world.expectRefusal(
      .insufficientBalance, "ada", "r",
      .reserve(Reserve(unit: "credits", amount: 40, minimum: 15)))
    try world.expectEqual(hold.required, 15, "required with a minimum")
    let id = try await world.reserve(8, on: "ada")
    let excess = try await world.expectRefusal(
      .overdraftLimitExceeded, nil, "s",
      .settle(Settle(reservation: .id(id), amount: 11, overage: .overdraft)))
    try world.expectEqual(excess.required, 3, "the excess")
    try world.expectEqual(excess.available, 2, "available for the excess")
  }
}
