internal import Holdfast

/// Reading, now and as of the past.
extension ConformanceSuite {
  static let readCases = [
    ConformanceCase("a balance as of an instant is what it was then", asOf),
    ConformanceCase("a balance tells what expires soon and what is due next", soonAndNext),
    ConformanceCase("what nobody has used reads as empty, and reading makes nothing", unused),
    ConformanceCase("ledger pages neither repeat nor skip while rows arrive", paging),
    ConformanceCase("the page view counts from the newest", pageView),
    ConformanceCase("lots read in burn order, open holds oldest first", orders),
    ConformanceCase("entries tell what they come from", entries),
    ConformanceCase("a unit is shown as it was last defined, in its tenant alone", units),
  ]

  @Sendable private static func asOf(_ world: ConformanceWorld) async throws {
    let start = world.clock.now
    func at(_ seconds: Int64, _ micros: Int64 = 0) -> Instant {
      start.advanced(bySeconds: seconds).advanced(byMicroseconds: micros)
    }
    try await world.credit(100, to: "ada", expiresIn: 100)
    world.clock.advance(to: at(10))
    try await world.reserve(40, on: "ada", expiresIn: 60)
    world.clock.advance(to: at(20))
    try await world.debit(30, from: "ada")
    world.clock.advance(to: at(150))
    let limit = SetOverdraftLimit(unit: "credits", limit: 25)
    try await world.submit("ada", "limit", .setOverdraftLimit(limit))
    world.clock.advance(to: at(200))
    let table: [(Instant, posted: Amount, held: Amount, limit: Amount)] = [
      (at(0, -1), 0, 0, 0), (at(0), 100, 0, 0), (at(10, -1), 100, 0, 0), (at(10), 100, 40, 0),
      (at(20, -1), 100, 40, 0), (at(20), 70, 40, 0), (at(70, -1), 70, 40, 0), (at(70), 70, 0, 0),
      (at(100, -1), 70, 0, 0), (at(100), 0, 0, 0), (at(150, -1), 0, 0, 0), (at(150), 0, 0, 25),
      (at(200), 0, 0, 25),
    ]
    for round in ["before a sweep", "after a sweep"] {
      for row in table {
        let balance = try await world.balance("ada", asOf: row.0)
        let place = "as of \(row.0) \(round)"
        try world.expectEqual(balance.posted, row.posted, "posted \(place)")
        try world.expectEqual(balance.held, row.held, "held \(place)")
        try world.expectEqual(balance.overdraftLimit, row.limit, "the overdraft limit \(place)")
      }
      _ = try await world.store.sweep(world.tenant)
    }
    let error = try await world.expectRefusal(.invalidArgument, "a balance of the future") {
      () async throws(LedgerError) -> Balance in try await world.balance("ada", asOf: at(201))
    }
    try world.expect(error.field.map { ByteText($0) } == ByteText("asOf"), "\(error)")
  }

  @Sendable private static func soonAndNext(_ world: ConformanceWorld) async throws {
    let start = world.clock.now
    try await world.credit(100, to: "ada", "stays")
    try await world.credit(40, to: "ada", "soon", expiresIn: 100)
    try await world.credit(20, to: "ada", "later", expiresIn: 1000)
    try await world.reserve(15, on: "ada", expiresIn: 50)
    let table: [(seconds: Int, amount: Amount)] = [(0, 0), (99, 0), (100, 25), (1000, 45)]
    for row in table {
      let balance = try await world.store.balance(
        of: "credits", world.address("ada"), asOf: nil, expiringWithin: row.seconds)
      try world.expectEqual(balance.expiringSoon, row.amount, "expiring within \(row.seconds) s")
      try world.expectEqual(balance.nextDue, start.advanced(bySeconds: 50), "the next due instant")
    }
    world.clock.advance(bySeconds: 50)
    let later = try await world.store.balance(
      of: "credits", world.address("ada"), asOf: nil, expiringWithin: 50)
    try world.expectEqual(later.expiringSoon, 40, "expiring after the hold lapsed")
    try world.expectEqual(later.nextDue, start.advanced(bySeconds: 100), "the next due instant")
    let past = try await world.balance("ada", asOf: start)
    try world.expectEqual(past.expiringSoon, nil, "expiring as of the past")
    for seconds in [-1, 31_536_001] {
      try await world.expectRefusal(.invalidArgument, "expiring within \(seconds) s") {
        () async throws(LedgerError) -> Balance in
        try await world.store.balance(
          of: "credits", world.address("ada"), asOf: nil, expiringWithin: seconds)
      }
    }
  }

  @Sendable private static func unused(_ world: ConformanceWorld) async throws {
    try await world.credit(5, to: "bob")
    try await world.define(maximum: 3)
    let balance = try await world.balance("ada")
    try world.expectEqual(balance.posted, 0, "posted")
    try world.expectEqual(balance.available, 0, "available")
    try world.expectEqual(balance.expiringSoon, 0, "expiring soon")
    try world.expectEqual(balance.nextDue, nil, "next due")
    try world.expectEqual(try await world.balance("bob", unit: "tokens").posted, 0, "posted")
    try world.expectEqual(try await world.ledger("ada").count, 0, "entries")
    try world.expectEqual(try await world.lots("ada").count, 0, "lots")
    try world.expectEqual(try await world.openReservations("ada").count, 0, "open holds")
    try world.expectEqual(try await world.usage(by: "ada").remaining, 3, "remaining pieces")
    let page = try await world.store.ledger(
      of: "credits", world.address("ada"), .number(1, size: 10))
    try world.expectEqual(page.total, 0, "the total")
    try world.expectEqual(
      try await world.store.balances(of: world.address("ada")).count, 0, "balances of ada")
    try world.expectEqual(
      try await world.store.balances(of: world.address("bob")).count, 1, "balances of bob")
    try world.expectEqual(try await world.changes().count, 1, "rows")
    try await world.expectRefusal(.usageItemNotFound, "the use of an unknown item") {
      () async throws(LedgerError) -> [UsageView] in
      try await world.store.usage(of: world.address("ada"), item: "unknown")
    }
  }

  @Sendable private static func units(_ world: ConformanceWorld) async throws {
    let read = { (world: ConformanceWorld, unit: UnitName) async throws(LedgerError) in
      try await world.store.definition(of: unit, in: world.tenant)
    }
    try world.expectEqual(try await read(world, "credits"), nil, "the undefined unit")
    let first = UnitDefinition(unit: "credits", name: "Credits")
    let last = UnitDefinition(
      unit: "credits", name: "Créd\"its\", {東京} \\", symbol: "¤", precision: 12)
    for definition in [first, last] {
      try await world.store.define(definition, in: world.tenant)
      try world.expectEqual(try await read(world, "credits"), definition, "the unit")
    }
    try world.expectEqual(try await read(world, "tokens"), nil, "another unit")
    try world.expectEqual(try await read(world.neighbour, "credits"), nil, "the neighbour's unit")
  }

  @Sendable private static func paging(_ world: ConformanceWorld) async throws {
    for index in 0..<25 {
      try await world.credit(Amount(Int64(index) + 1), to: "ada", IdempotencyKey("c\(index)"))
      try await world.reserve(1, on: "ada", IdempotencyKey("r\(index)"))
    }
    var seen: [Amount] = []
    var cursor: String?
    var round = 0
    repeat {
      let page = try await world.store.ledger(
        of: "credits", world.address("ada"), .cursor(cursor, limit: 7))
      try world.expect(page.entries.count <= 7, "a page of \(page.entries.count)")
      seen += page.entries.map(\.delta)
      cursor = page.nextCursor
      round += 1
      for index in 0..<3 {
        try await world.credit(1000, to: "ada", IdempotencyKey("late\(round).\(index)"))
      }
    } while cursor != nil && round < 20
    try world.expectEqual(
      seen, (0..<25).reversed().map { Amount($0 + 1) }, "the entries over all pages")
    let error = try await world.expectRefusal(.invalidArgument, "a cursor of nobody") {
      () async throws(LedgerError) -> LedgerEntries in
      try await world.store.ledger(
        of: "credits", world.address("ada"), .cursor("nonsense", limit: 7))
    }
    try world.expect(error.field.map { ByteText($0) } == ByteText("cursor"), "\(error)")
  }

  @Sendable private static func pageView(_ world: ConformanceWorld) async throws {
    for index in 0..<11 {
      try await world.credit(Amount(Int64(index) + 1), to: "ada", IdempotencyKey("c\(index)"))
    }
    let pages: [(number: Int, deltas: [Amount])] = [
      (1, [11, 10, 9, 8]), (2, [7, 6, 5, 4]), (3, [3, 2, 1]), (4, []), (Int.max, []),
    ]
    for page in pages {
      let view = try await world.store.ledger(
        of: "credits", world.address("ada"), .number(page.number, size: 4))
      try world.expectEqual(view.entries.map(\.delta), page.deltas, "page \(page.number)")
      try world.expectEqual(view.total, 11, "the total")
      try world.expectEqual(view.pageCount, 3, "the pages")
      try world.expect(view.nextCursor == nil, "the page view has a cursor")
    }
    for page in [LedgerPage.number(0, size: 4), .number(1, size: 0), .number(1, size: 1001)] {
      try await world.expectRefusal(.invalidArgument, "\(page)") {
        () async throws(LedgerError) -> LedgerEntries in
        try await world.store.ledger(of: "credits", world.address("ada"), page)
      }
    }
  }

  @Sendable private static func orders(_ world: ConformanceWorld) async throws {
    let soon = world.clock.now.advanced(bySeconds: 60)
    let credits = [
      Credit(unit: "credits", amount: 4), Credit(unit: "credits", amount: 5, priority: 1),
      Credit(unit: "credits", amount: 1, priority: -1),
      Credit(unit: "credits", amount: 3, category: .promotional),
      Credit(unit: "credits", amount: 2, expiresAt: soon),
    ]
    for (index, credit) in credits.enumerated() {
      try await world.submit("ada", IdempotencyKey("c\(index)"), .credit(credit))
    }
    try world.expectEqual(
      try await world.lots("ada").map(\.amount), [1, 2, 3, 4, 5], "lots in burn order")
    for index in 0..<5 {
      try await world.reserve(Amount(Int64(index) + 1), on: "ada", IdempotencyKey("r\(index)"))
      if index == 2 { world.clock.advance(bySeconds: 1) }
    }
    try await world.submit("ada", "x", .release(Release(reservation: .key("r1"))))
    try world.expectEqual(
      try await world.openReservations("ada").map(\.initialAmount), [1, 3, 4, 5], "open holds")
  }

  @Sendable private static func entries(_ world: ConformanceWorld) async throws {
    let metadata: JSONValue = ["size": 9_007_199_254_740_993, "tags": ["a", "ä"]]
    let details = Details(
      description: "top-up", reference: Reference(type: "invoice", id: "7"), metadata: metadata)
    let credit = Credit(unit: "credits", amount: 100, kind: "topup", details: details)
    try await world.submit("ada", "c", .credit(credit))
    let id = try await world.reserve(60, on: "ada")
    let settled = try await world.settle(id, 25)
    try await world.submit(nil, "v", .reverse(Reverse(entry: settled.entryId, amount: 10)))
    let entries = try await world.ledger("ada")
    try world.expectEqual(entries.map(\.kind), [.reversal, .settlement, "topup"], "the kinds")
    try world.expectEqual(entries.map(\.balanceAfter), [85, 75, 100], "the balances after")
    try world.expectEqual(entries[2].metadata, metadata, "the metadata")
    try world.expectEqual(entries[2].description, ByteText("top-up"), "the description")
    try world.expectEqual(entries[2].reference, details.reference, "the reference")
    try world.expectEqual(entries[1].reservationId, id, "the reservation")
    try world.expectEqual(entries[1].id, settled.entryId, "the id of the settlement")
    try world.expectEqual(entries[0].reversedEntryId, settled.entryId, "the reversed entry")
  }
}
