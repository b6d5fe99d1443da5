internal import Holdfast

/// Who is who.
extension ConformanceSuite {
  static let identityCases = [
    ConformanceCase("ids of another account or tenant are not found", foreignIds),
    ConformanceCase("an id that does not decode, or names another kind, is not found", otherIds),
    ConformanceCase("names are compared byte by byte", byteNames),
    ConformanceCase("a reservation is found by id and by the key of its reserve", byKey),
    ConformanceCase("the same account in two tenants is two accounts", tenants),
  ]

  @Sendable private static func foreignIds(_ world: ConformanceWorld) async throws {
    try await world.define(maximum: 10)
    try await world.neighbour.define(maximum: 10)
    let credit = try await world.credit(100, to: "ada")
    try await world.credit(100, to: "bob")
    try await world.neighbour.credit(100, to: "ada")
    let hold = try await world.reserve(10, on: "ada")
    let record = try world.require(
      try await world.recordUsage(2, by: "ada").recordId, "the id of a record")
    let before = try await world.trace(["ada", "bob"])
    let actions: [(Command.Action, LedgerError.Code)] = [
      (.settle(Settle(reservation: .id(hold), amount: 1)), .reservationNotFound),
      (.release(Release(reservation: .id(hold))), .reservationNotFound),
      (.increase(Increase(reservation: .id(hold), amount: 1)), .reservationNotFound),
      (.extend(Extend(reservation: .id(hold), by: .fromNow(seconds: 9))), .reservationNotFound),
      (.report(Report(reservation: .id(hold), used: 1)), .reservationNotFound),
      (.reverse(Reverse(entry: credit.entryId)), .entryNotFound),
      (.reverseUsage(ReverseUsage(record: record)), .usageRecordNotFound),
      (.voidLot(VoidLot(lot: credit.lotId)), .lotNotFound),
      (.updateLot(UpdateLot(lot: credit.lotId, priority: 1)), .lotNotFound),
    ]
    for (action, code) in actions {
      try await world.expectRefusal(code, "bob", "k", action)
      try await world.expectRefusal(code, "nobody", "k", action)
      try await world.neighbour.expectRefusal(code, "ada", "k", action)
      try await world.neighbour.expectRefusal(code, nil, "k", action)
    }
    let readers: [(ConformanceWorld, AccountName?)] = [
      (world, "bob"), (world.neighbour, nil), (world.neighbour, "ada"),
    ]
    for (reader, account) in readers {
      try await world.expectRefusal(.reservationNotFound, "a read of \(account as Any)") {
        () async throws(LedgerError) -> Reservation in
        try await reader.store.reservation(.id(hold), in: reader.tenant, account: account)
      }
    }
    try world.expectSame(try await world.trace(["ada", "bob"]), before, "a foreign id")
  }

  @Sendable private static func otherIds(_ world: ConformanceWorld) async throws {
    let credit = try await world.credit(100, to: "ada")
    let hold = try await world.reserve(10, on: "ada")
    let before = try await world.trace(["ada"])
    let tail = String(hold.description.dropFirst(ReservationID.prefix.count))
    let entryTail = String(credit.entryId.description.dropFirst(EntryID.prefix.count))
    let texts = [
      "", "res_", "res_nonsense", "res_\(entryTail)", "ent_\(tail)", tail, "\(hold)A", "\(hold)=",
      String(hold.description.dropLast()), "RES_\(tail)", " \(hold)", "\u{0}",
    ]
    for text in texts {
      let id = ReservationID(text)
      try await world.expectRefusal(
        .reservationNotFound, "ada", "k", .settle(Settle(reservation: .id(id), amount: 1)))
      try await world.expectRefusal(.reservationNotFound, "a read of \(text)") {
        () async throws(LedgerError) -> Reservation in try await world.reservation(id)
      }
    }
    try await world.expectRefusal(
      .entryNotFound, "ada", "k", .reverse(Reverse(entry: EntryID("lot_\(entryTail)"))))
    try await world.expectRefusal(
      .lotNotFound, "ada", "k", .voidLot(VoidLot(lot: LotID("lot_\(tail)"))))
    try await world.expectRefusal(
      .usageRecordNotFound, "ada", "k",
      .reverseUsage(ReverseUsage(record: UsageRecordID("use_\(tail)"))))
    try world.expectSame(try await world.trace(["ada"]), before, "an id of nothing")
    let read = try await world.reservation(ReservationID(hold.description))
    try world.expectEqual(read.reservationId, hold, "an id read from its text")
  }

  @Sendable private static func byteNames(_ world: ConformanceWorld) async throws {
    let names = ["josé", "jose\u{301}", "José", "josé ", " josé", "ｊosé", "jose"]
    for (index, name) in names.enumerated() {
      let amount = Amount(Int64(index) + 1)
      try await world.credit(amount, to: AccountName(name), IdempotencyKey(name))
      let unit = Credit(unit: UnitName(name), amount: amount)
      try await world.submit("units", IdempotencyKey(name), .credit(unit))
    }
    for (index, name) in names.enumerated() {
      let amount = Amount(Int64(index) + 1)
      try await world.expectFigures(AccountName(name), posted: amount)
      let unit = try await world.balance("units", unit: UnitName(name))
      try world.expectEqual(unit.posted, amount, "posted in the unit \(name)")
    }
    let balances = try await world.store.balances(of: world.address("units"))
    try world.expectEqual(
      balances.map(\.unit), names.map { UnitName($0) }.sorted(), "units in byte order")
  }

  @Sendable private static func byKey(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada")
    try await world.credit(100, to: "bob")
    let hold = try await world.reserve(10, on: "ada", "job-1")
    func read(
      _ key: IdempotencyKey, _ account: AccountName?
    ) async throws(LedgerError) -> Reservation {
      try await world.store.reservation(.key(key), in: world.tenant, account: account)
    }
    let stored = try await read("job-1", nil)
    try world.expectEqual(stored.reservationId, hold, "found by its key alone")
    try world.expectEqual(stored.account, "ada", "the account")
    try world.expectEqual(stored.key, "job-1", "the key")
    try world.expectEqual(try await read("job-1", "ada"), stored, "found in its account")
    try world.expectEqual(try await world.reservation(hold), stored, "found by its id")
    for (key, account) in [("job-2", nil), ("job-1", "bob"), ("credit", "ada")]
      as [(IdempotencyKey, AccountName?)]
    {
      try await world.expectRefusal(.reservationNotFound, "the key \(key)") {
        () async throws(LedgerError) -> Reservation in try await read(key, account)
      }
    }
    try await world.reserve(10, on: "bob", "job-1")
    try await world.expectRefusal(.ambiguousKey, "a key of two accounts") {
      () async throws(LedgerError) -> Reservation in try await read("job-1", nil)
    }
    let settle = Command.Action.settle(Settle(reservation: .key("job-1"), amount: 4))
    try await world.expectRefusal(.ambiguousKey, nil, "s", settle)
    try await world.submit("bob", "s", settle)
    try await world.expectFigures("bob", posted: 96)
    try await world.expectFigures("ada", posted: 100, held: 10)
  }

  @Sendable private static func tenants(_ world: ConformanceWorld) async throws {
    try await world.credit(100, to: "ada", "k")
    try await world.neighbour.credit(7, to: "ada", "k")
    try await world.debit(30, from: "ada", "d")
    try await world.expectFigures("ada", posted: 70)
    try await world.neighbour.expectFigures("ada", posted: 7)
    try world.expectEqual(try await world.neighbour.ledger("ada").map(\.delta), [7], "entries")
  }
}
