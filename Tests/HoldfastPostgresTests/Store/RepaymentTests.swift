import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Debt that was repaid in many small pieces, each by a lot of its own.
@Suite("Repayments", .timeLimit(.minutes(10)))
struct RepaymentTests {
  private static let address = AccountAddress(tenant: "repaid", account: "ada")

  private static func command(_ key: String, _ action: Command.Action) -> Command {
    Command(
      tenant: address.tenant, account: address.account, key: IdempotencyKey(key), action: action)
  }

  private static func debit(_ amount: Amount, _ key: String) -> Command {
    command(key, .debit(Debit(unit: "credits", amount: amount, overage: .overdraft)))
  }

  private static func credit(_ amount: Amount, _ key: String) -> Command {
    command(key, .credit(Credit(unit: "credits", amount: amount)))
  }

  private static let limit = command(
    "limit", .setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 10_000)))

  private static func ledger() async throws -> (TestDatabase, PostgresStore) {
    let database = try await TestDatabase.hasty(slots: 1)
    let store = try await PostgresStore(
      PostgresConfiguration(database.options.connectionString))
    return (database, store)
  }

  /// Debt of 7 that is repaid by a lot of 7, so many times.
  private static func pairs(_ count: Int, _ name: String) -> [Command] {
    (0..<count).flatMap { [debit(7, "\(name)-\($0)"), credit(7, "\(name)-\($0)")] }
  }

  @discardableResult
  private static func submit(
    _ commands: [Command], to store: any LedgerStore
  ) async throws -> [EntryID] {
    try await store.submit(commands).compactMap { result in
      guard case .debit(let answer) = try result.get().outcome else { return nil }
      return answer.entryId
    }
  }

  private static func reversals(
    _ entries: some Sequence<EntryID>, _ amount: Amount?, _ name: String
  ) -> [Command] {
    entries.enumerated().map {
      command("\(name)-\($0)", .reverse(Reverse(entry: $1, amount: amount)))
    }
  }

  /// What the lots have after each of several steps.
  private static func story(_ store: any LedgerStore) async throws -> [[[Amount]]] {
    var story: [[[Amount]]] = []
    func note() async throws {
      story.append(
        try await store.lots(of: "credits", address).map { [$0.amount, $0.remaining] })
    }
    let first = try await submit([limit, debit(1_500, "first")], to: store)
    try await submit((0..<150).map { credit(10, "first-\($0)") }, to: store)
    let small = try await submit(pairs(200, "small"), to: store)
    try await note()
    for reversal in reversals(small.suffix(60).reversed(), nil, "one") {
      try await submit([reversal], to: store)
      try await note()
    }
    try await submit(reversals(small[20..<100], 3, "list"), to: store)
    try await note()
    // All that came back is spent, so that there is debt again.
    try await submit([debit(660, "spend")] + pairs(130, "again"), to: store)
    try await note()
    try await submit(reversals(first, 1_200, "most"), to: store)
    try await note()
    try await submit(
      reversals(first, nil, "rest") + reversals(small[..<140], 2, "more"), to: store)
    try await note()
    return story
  }

  @Test("what was repaid long ago comes back to the lots that repaid it, the latest first")
  func reversed() async throws {
    let clock = SimulatedClock()
    let expected = try await Self.story(InMemoryStore(clock: clock.storeClock))
    let database = try await TestDatabase.hasty(slots: 2)
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.clock = clock.storeClock
    let store = try await PostgresStore(configuration)
    let found = try await Self.story(store)
    for (step, lots) in expected.enumerated() {
      #expect(found[step] == lots, "after step \(step)")
    }
    let report = try await LedgerChecker().check(store, tenant: Self.address.tenant)
    #expect(report.violations == [])
    try await database.expectAuditsEmpty()
    #expect(try await database.rows("SELECT count(*) > 8 FROM holdfast.repayment") == [["t"]])
    await store.close()
  }

  @Test("the row of a balance stays as short, however often its debt was repaid")
  func bounded() async throws {
    let (database, store) = try await Self.ledger()
    try await Self.submit([Self.limit], to: store)
    var longest = 0
    for round in 0..<40 {
      try await Self.submit(Self.pairs(50, "\(round)"), to: store)
      let length = try await database.rows("SELECT octet_length(state) FROM holdfast.stream")
      longest = max(longest, try #require(Int(length[0][0] ?? "")))
    }
    // Fewer than two blocks, at four bytes at most for each repayment.
    #expect(longest < 2 * RepaymentBlock.size * 4 + 16)
    await store.close()
  }

  @Test("a row of the release before, with all repayments in it, is read and parted")
  func parted() async throws {
    let (database, store) = try await Self.ledger()
    let entries = try await Self.submit([Self.limit] + Self.pairs(150, "early"), to: store)
    let bodies = try await database.rows(
      "SELECT encode(body, 'hex') FROM holdfast.repayment ORDER BY block")
    let state = try await database.rows("SELECT encode(state, 'hex') FROM holdfast.stream")
    let blocks = try bodies.map { try RepaymentBlock.repayments(try bytes($0[0])) }
    let parts = try BalanceParts(bytes: try bytes(state[0][0]))
    let whole = BalanceParts.bytes(
      lots: parts.lots, repayments: blocks.flatMap { $0 } + parts.repayments)
    try await database.rows("DELETE FROM holdfast.repayment")
    try await database.rows("UPDATE holdfast.stream SET state = '\\x\(hexadecimal(whole))'")

    try await Self.submit(Self.reversals(entries.suffix(140), nil, "back"), to: store)
    try await Self.submit(Self.pairs(1, "late"), to: store)
    let report = try await LedgerChecker().check(store, tenant: Self.address.tenant)
    #expect(report.violations == [])
    await store.close()
  }

  @Test("a block that is missing is noticed, by the check and by the command that needs it")
  func missing() async throws {
    let (database, store) = try await Self.ledger()
    let entries = try await Self.submit([Self.limit] + Self.pairs(150, "lost"), to: store)
    try await database.rows("DELETE FROM holdfast.repayment WHERE block = 2")
    let report = try await LedgerChecker().check(store, tenant: Self.address.tenant)
    #expect(!report.violations.isEmpty)
    // Of 150 repayments 54 are at hand, and 32 in the last block.
    let results = try await store.submit(Self.reversals(entries, nil, "back"))
    #expect(results.count { (try? $0.get()) == nil } == 64)
    await store.close()
  }

  private func bytes(_ hexadecimal: String?) throws -> [UInt8] {
    let digits = Array(try #require(hexadecimal).utf8)
    return try stride(from: 0, to: digits.count, by: 2).map { index in
      try #require(UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16))
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
