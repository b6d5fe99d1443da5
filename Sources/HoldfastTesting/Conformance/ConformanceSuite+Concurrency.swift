internal import Holdfast
internal import Synchronization

/// Many calls at once on the same balances.
extension ConformanceSuite {
  static let concurrencyCases = [
    ConformanceCase("twenty holds of 75 at once on 500 grant exactly six", sixOfTwenty),
    ConformanceCase("two hundred mixed commands at once overspend nothing", mixedCommands),
    ConformanceCase("first use by many calls at once makes one balance", firstUse),
    ConformanceCase("first use by refused calls and one credit at once", firstUseWithRefusals),
    ConformanceCase("a call begun after another returned has the higher version", realTime),
    ConformanceCase("transfers in both directions at once lose nothing", transfers),
    ConformanceCase("final settlements of one hold at once charge it once", settlements),
    ConformanceCase("reversals of one entry at once undo at most that entry", reversals),
  ]

  @Sendable private static func sixOfTwenty(_ world: ConformanceWorld) async throws {
    try await world.credit(500, to: "ada")
    let results = await world.race(20) { index in
      await world.attempt(
        "ada", IdempotencyKey("r\(index)"), .reserve(Reserve(unit: "credits", amount: 75)))
    }
    try world.expectEqual(results.freshCount, 6, "holds granted")
    try world.expectEqual(results.count(of: .insufficientBalance), 14, "holds refused")
    try await world.expectFigures("ada", posted: 500, held: 450)
    try world.expectEqual(try await world.openReservations("ada").count, 6, "open holds")
  }

  @Sendable private static func mixedCommands(_ world: ConformanceWorld) async throws {
    try await world.credit(1000, to: "ada")
    let moved = try await world.race(throwing: 200) { index in
      try await mixedCommand(index, world)
    }
    try world.expect(Set(moved).count > 3, "the mix only did \(Set(moved))")
    let changes = try await world.changes(of: "ada")
    try world.expectChain(changes)
    for change in changes {
      try world.expect(change.postedAfter >= change.heldAfter, "overspent: \(change)")
      try world.expect(change.heldAfter >= 0, "less than nothing is held: \(change)")
    }
    let ada = try await world.balance("ada")
    let bob = try await world.balance("bob")
    let expected = moved.reduce(1000 as Amount) { $0 + $1 }
    try world.expectEqual(ada.posted + bob.posted, expected, "posted of both accounts")
    let open = try await world.openReservations("ada")
    try world.expectEqual(
      ada.held, open.reduce(0) { $0 + $1.remainingReserved }, "held against the open holds")
    let remaining = try await world.lots("ada").reduce(0 as Amount) { $0 + $1.remaining }
    try world.expectEqual(ada.posted, remaining, "posted against the lots")
  }

  /// What both accounts together gained or lost by the command.
  private static func mixedCommand(
    _ index: Int, _ world: ConformanceWorld
  ) async throws -> Amount {
    let key = IdempotencyKey("m\(index)")
    func isRefused(_ action: Command.Action) async throws -> Bool {
      switch await world.attempt("ada", key, action) {
      case .success: return false
      case .failure(let error):
        try world.expectEqual(error.code, .insufficientBalance, "the refusal")
        return true
      }
    }
    switch index % 5 {
    case 0:
      return try await isRefused(.debit(Debit(unit: "credits", amount: 13))) ? 0 : -13
    case 1:
      _ = try await isRefused(.transfer(Transfer(unit: "credits", to: "bob", amount: 11)))
      return 0
    case 2:
      return try await isRefused(.credit(Credit(unit: "credits", amount: 3))) ? 0 : 3
    default:
      guard try await !isRefused(.reserve(Reserve(unit: "credits", amount: 20))) else { return 0 }
      if index % 10 == 3 { return 0 }
      let settle = Settle(reservation: .key(key), amount: 7)
      _ = try await world.submit("ada", key, .settle(settle))
      return -7
    }
  }

  @Sendable private static func firstUse(_ world: ConformanceWorld) async throws {
    let results = await world.race(20) { index in
      await world.attempt(
        "new", IdempotencyKey("c\(index)"), .credit(Credit(unit: "credits", amount: 5)))
    }
    try world.expectEqual(results.freshCount, 20, "credits")
    try await world.expectFigures("new", posted: 100)
    let changes = try await world.changes(of: "new")
    try world.expectEqual(changes.map(\.version), Array(1...20), "versions")
    try world.expectChain(changes)
  }

  @Sendable private static func firstUseWithRefusals(_ world: ConformanceWorld) async throws {
    let results = await world.race(12) { index in
      index == 6
        ? await world.attempt("new", "c", .credit(Credit(unit: "credits", amount: 5)))
        : await world.attempt(
          "new", IdempotencyKey("d\(index)"), .debit(Debit(unit: "credits", amount: 6)))
    }
    try world.expectEqual(results.freshCount, 1, "effects")
    try world.expectEqual(results.count(of: .insufficientBalance), 11, "refusals")
    try world.expectEqual(try await world.changes().count, 1, "rows")
    try await world.expectFigures("new", posted: 5)
  }

  @Sendable private static func realTime(_ world: ConformanceWorld) async throws {
    try await world.credit(1000, to: "ada")
    let ticker = Ticker()
    let calls = try await world.race(throwing: 8) { lane in
      var calls: [(began: Int, entry: EntryID, ended: Int)] = []
      for round in 0..<12 {
        let began = ticker.next()
        let entry = try await world.debit(1, from: "ada", IdempotencyKey("\(lane)/\(round)"))
          .entryId
        calls.append((began, entry, ticker.next()))
      }
      return calls
    }
    var versions: [EntryID: Int64] = [:]
    for change in try await world.changes(of: "ada") {
      if let entry = change.entryId { versions[entry] = change.version }
    }
    for earlier in calls.joined() {
      for later in calls.joined() where earlier.ended < later.began {
        let first = try world.require(versions[earlier.entry], "the row of an entry")
        let second = try world.require(versions[later.entry], "the row of an entry")
        try world.expect(first < second, "version \(second) was called after \(first) returned")
      }
    }
  }

  @Sendable private static func transfers(_ world: ConformanceWorld) async throws {
    let accounts: [AccountName] = ["ada", "bob", "cyd"]
    for account in accounts { try await world.credit(100, to: account) }
    let results = await world.race(120) { index in
      let from = accounts[index % 3]
      let to = accounts[(index + 1 + index / 3 % 2) % 3]
      return await world.attempt(
        from, IdempotencyKey("t\(index)"), .transfer(Transfer(unit: "credits", to: to, amount: 9)))
    }
    try world.expectEqual(
      results.freshCount + results.count(of: .insufficientBalance), 120, "answers")
    try world.expect(results.freshCount >= 30, "only \(results.freshCount) transfers")
    var sum: Amount = 0
    for account in accounts {
      let changes = try await world.changes(of: account)
      try world.expectChain(changes)
      let posted = try await world.balance(account).posted
      try world.expect(posted >= 0, "\(account) is overspent: \(posted)")
      sum += posted
    }
    try world.expectEqual(sum, 300, "credit of all accounts")
  }

  @Sendable private static func settlements(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let id = try await world.reserve(50, on: "ada")
    let results = await world.race(10) { index in
      await world.attempt(
        nil, IdempotencyKey("s\(index)"), .settle(Settle(reservation: .id(id), amount: 30)))
    }
    try world.expectEqual(results.freshCount, 1, "settlements")
    try world.expectEqual(results.count(of: .reservationClosed), 9, "refused settlements")
    try await world.expectFigures("ada", posted: 70)
  }

  @Sendable private static func reversals(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    let entry = try await world.debit(50, from: "ada").entryId
    let results = await world.race(10) { index in
      await world.attempt(
        nil, IdempotencyKey("v\(index)"), .reverse(Reverse(entry: entry, amount: 20)))
    }
    try world.expectEqual(results.freshCount, 2, "reversals")
    try world.expectEqual(results.count(of: .reversalExceedsEntry), 8, "refused reversals")
    try await world.expectFigures("ada", posted: 90)
  }
}

extension ConformanceWorld {
  /// Expects versions without gaps, figures that follow from each other, and time that never runs
  /// backwards.
  func expectChain(
    _ changes: [Change], file: String = #fileID, line: Int = #line
  ) throws(ConformanceFailure) {
    var version: Int64 = 0
    var posted: Amount = 0
    var held: Amount = 0
    var instant: Instant?
    for change in changes {
      try expectEqual(change.version, version + 1, "the version", file: file, line: line)
      posted += change.postedDelta
      held += change.heldDelta
      try expectEqual(change.postedAfter, posted, "posted after", file: file, line: line)
      try expectEqual(change.heldAfter, held, "held after", file: file, line: line)
      try expect(
        change.createdAt >= instant ?? change.createdAt, "time runs backwards: \(change)",
        file: file, line: line)
      version = change.version
      instant = change.createdAt
    }
  }
}

/// Counts 1, 2, 3, … for several tasks: what is seen of real time.
private final class Ticker: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
  }
}
