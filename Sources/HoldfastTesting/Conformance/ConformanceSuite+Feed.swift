internal import Holdfast
internal import Synchronization

/// `changes(after:)`.
extension ConformanceSuite {
  static let feedCases = [
    ConformanceCase("the feed shows every transition once, each balance in order", complete),
    ConformanceCase("a cursor of the feed goes on where it ended", cursors),
    ConformanceCase("a feed read beside writers misses and repeats nothing", beside),
    ConformanceCase("the feed shows one tenant", oneTenant),
  ]

  @Sendable private static func complete(_ world: ConformanceWorld) async throws {
    let applied = try await EveryCommand.run(on: world)
    world.clock.advance(bySeconds: 86_400)
    _ = try await world.store.sweep(world.tenant)
    let changes = try await world.changes()
    let keys = Set(changes.compactMap(\.key))
    for (command, _) in applied {
      let key = try world.require(command.key, "a key")
      try world.expect(keys.contains(key), "no row of \(command.action)")
    }
    for account in ["ada", "bob"] as [AccountName] {
      let rows = changes.filter { $0.account == account && $0.unit == "credits" }
      try world.expectChain(rows)
      let balance = try await world.balance(account)
      try world.expectEqual(rows.last?.postedAfter, balance.posted, "the last posted figure")
      try world.expectEqual(rows.last?.heldAfter, balance.held, "the last held figure")
      let moving = rows.filter { $0.postedDelta != 0 }.reversed()
      let ledger = try await world.ledger(account)
      try world.expectEqual(moving.map(\.entryId), ledger.map(\.id), "the rows of the ledger")
      try world.expectEqual(moving.map(\.postedDelta), ledger.map(\.delta), "their deltas")
    }
    let counted = changes.filter { $0.item == "image" }
    try world.expectEqual(counted.map(\.version), Array(1...2), "versions of the item")
    try world.expectEqual(counted.map(\.usageDelta), [6, -1], "pieces counted")
  }

  @Sendable private static func cursors(_ world: ConformanceWorld) async throws {
    for index in 0..<10 {
      try await world.credit(1, to: AccountName("user-\(index % 3)"), IdempotencyKey("c\(index)"))
    }
    for limit in [1, 3, 100] {
      let whole = try await world.changes()
      var pieces: [Change] = []
      var cursor: String?
      while true {
        let page = try await world.store.changes(in: world.tenant, after: cursor, limit: limit)
        try world.expect(page.changes.count <= limit, "\(page.changes.count) of \(limit) changes")
        cursor = page.cursor
        if page.changes.isEmpty { break }
        pieces += page.changes
      }
      try world.expectEqual(pieces, whole, "the feed by \(limit)")
      try await world.credit(1, to: "user-0", IdempotencyKey("after\(limit)"))
      let next = try await world.store.changes(in: world.tenant, after: cursor, limit: 10)
      try world.expectEqual(
        next.changes.map(\.key), [IdempotencyKey("after\(limit)")], "what came behind the cursor")
    }
    for limit in [0, 10_001] {
      try await world.expectRefusal(.invalidArgument, "\(limit) changes") {
        () async throws(LedgerError) -> Changes in
        try await world.store.changes(in: world.tenant, after: nil, limit: limit)
      }
    }
    try await world.expectRefusal(.invalidArgument, "a cursor of nobody") {
      () async throws(LedgerError) -> Changes in
      try await world.store.changes(in: world.tenant, after: "nonsense", limit: 1)
    }
  }

  @Sendable private static func beside(_ world: ConformanceWorld) async throws {
    let isDone = Flag()
    async let read = follow(world, isDone)
    _ = try await world.race(throwing: 6) { writer in
      for round in 0..<20 {
        try await world.credit(
          1, to: AccountName("user-\(writer % 3)"), IdempotencyKey("\(writer)/\(round)"))
      }
    }
    isDone.raise()
    let changes = try await read
    try world.expectEqual(changes.count, 120, "rows read beside writers")
    for user in 0..<3 {
      let rows = changes.filter { $0.account == AccountName("user-\(user)") }
      try world.expectEqual(rows.map(\.version), Array(1...40), "versions of user \(user)")
    }
  }

  /// Reads until nothing comes although the writers had ended before.
  private static func follow(
    _ world: ConformanceWorld, _ isDone: Flag
  ) async throws -> [Change] {
    var changes: [Change] = []
    var cursor: String?
    while true {
      let wasDone = isDone.isRaised
      let page = try await world.store.changes(in: world.tenant, after: cursor, limit: 7)
      cursor = page.cursor
      changes += page.changes
      if page.changes.isEmpty, wasDone { return changes }
      await Task.yield()
    }
  }

  @Sendable private static func oneTenant(_ world: ConformanceWorld) async throws {
    try await world.credit(1, to: "ada", "ours")
    try await world.neighbour.credit(2, to: "ada", "theirs")
    try world.expectEqual(try await world.changes().map(\.key), ["ours"], "our rows")
    try world.expectEqual(
      try await world.neighbour.changes().map(\.key), ["theirs"], "their rows")
  }
}

private final class Flag: Sendable {
  private let raised = Atomic<Bool>(false)

  var isRaised: Bool { raised.load(ordering: .sequentiallyConsistent) }

  func raise() {
    raised.store(true, ordering: .sequentiallyConsistent)
  }
}
