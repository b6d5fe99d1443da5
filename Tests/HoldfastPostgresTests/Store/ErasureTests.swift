import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Every text of the account that is erased has SECRET in it, and no other has.
@Suite struct ErasureTests {
  private static let ada = AccountAddress(tenant: "acme", account: "ada-SECRET")
  private static let bob = AccountAddress(tenant: "acme", account: "bob")

  private static let details = Details(
    description: "a SECRET description", reference: Reference(type: "SECRET", id: "SECRET"),
    metadata: ["SECRET": "SECRET"])

  private static func command(
    _ action: Command.Action, _ key: IdempotencyKey, _ account: AccountName = ada.account
  ) -> Command {
    Command(tenant: "acme", account: account, key: key, action: action)
  }

  private static let commands: [Command] = [
    command(.credit(Credit(unit: "credits", amount: 500, details: details)), "SECRET-1"),
    command(.reserve(Reserve(unit: "credits", amount: 50, details: details)), "SECRET-2"),
    command(
      .settle(Settle(reservation: .key("SECRET-2"), amount: 20, final: false, details: details)),
      "SECRET-3"),
    command(.release(Release(reservation: .key("SECRET-2"), reason: "SECRET")), "SECRET-4"),
    command(.debit(Debit(unit: "credits", amount: 7, details: details)), "SECRET-5"),
    command(
      .transfer(Transfer(unit: "credits", to: bob.account, amount: 60, details: details)),
      "SECRET-6"),
    command(
      .transfer(Transfer(unit: "credits", to: ada.account, amount: 9)), "from-bob", bob.account),
    command(.reserve(Reserve(unit: "credits", amount: 5)), "SECRET-7"),
    command(.credit(Credit(unit: "credits", amount: 3)), "bob's", bob.account),
  ]

  private static let group = Group(
    tenant: "acme", key: "a group",
    commands: [
      Command(
        tenant: "acme", account: ada.account,
        action: .debit(Debit(unit: "credits", amount: 1, details: details))),
      Command(
        tenant: "acme", account: bob.account, action: .debit(Debit(unit: "credits", amount: 1))),
    ])

  private func filled() async throws -> (world: OwnLedger, results: [CommandResult]) {
    let world = try await OwnLedger()
    var results: [CommandResult] = []
    for command in Self.commands {
      world.clock.advance(bySeconds: 1)
      results.append(try await world.store.submit(command))
    }
    results += try await world.store.submit(Self.group)
    return (world, results)
  }

  /// The rows of all tables that have the text in them, also as bytes.
  private func rows(with text: String, in world: OwnLedger) async throws -> [String] {
    let tables = [
      "account", "stream", "journal", "hold", "lot", "usage_record", "group_key", "feed", "erasure",
      "checkpoint", "archived_key",
    ]
    let hex = text.utf8.map { String($0, radix: 16) }.joined()
    let queries = tables.map {
      "SELECT '\($0): ' || t::text FROM holdfast.\($0) t"
        + " WHERE t::text LIKE '%\(text)%' OR t::text LIKE '%\(hex)%'"
    }
    return try await world.database.rows(queries.joined(separator: " UNION ALL "))
      .compactMap { $0[0] }
  }

  private func erase(_ world: OwnLedger) async throws -> ErasureReport {
    try await Eraser(Self.ada).run(on: world.database.options)
  }

  @Test("of an erased account no table has a text, and that it was erased is recorded")
  func forgotten() async throws {
    let (world, _) = try await filled()
    #expect(try await rows(with: "SECRET", in: world).count > 9)
    let report = try await erase(world)
    #expect(report.rows == 9)
    #expect(report.counterpartRows == 2)
    #expect(try await rows(with: "SECRET", in: world) == [])
    let records = try await world.database.rows(
      """
      SELECT by = session_user, at > now() - interval '1 hour',
        account_id = (SELECT account_id FROM holdfast.account WHERE name = '')
      FROM holdfast.erasure
      """)
    #expect(records == [["t", "t", "t"]])
    #expect(try await erase(world).rows == 0)
    #expect(try await world.database.rows("SELECT FROM holdfast.erasure").count == 2)
    await world.store.close()
  }

  @Test("figures and chain stay, and the checker finds nothing")
  func sound() async throws {
    let (world, _) = try await filled()
    let numbers = """
      SELECT slot, account_id, stream, version, at, event, posted_delta, held_delta, posted_after,
        held_after, subject, identity FROM holdfast.journal ORDER BY 1, 2, 3, 4
      """
    let before = try await world.database.rows(numbers)
    _ = try await erase(world)
    #expect(try await world.database.rows(numbers) == before)
    #expect(try await world.findings() == [])
    let report = try await LedgerChecker().check(world.store, tenant: "acme")
    #expect(report.violations == [])
    #expect(report.rows == before.count)
    await world.store.close()
  }

  @Test("a command that is sent again is still a duplicate, and its key takes no other input")
  func replays() async throws {
    let (world, results) = try await filled()
    _ = try await erase(world)
    for (command, first) in zip(Self.commands, results) {
      let again = try await world.store.submit(command)
      #expect(again.duplicate)
      #expect(again.outcome == first.outcome)
    }
    let group = try await world.store.submit(Self.group)
    #expect(group.map(\.duplicate) == [true, true])
    let other = await #expect(throws: LedgerError.self) {
      try await world.store.submit(
        Self.command(.credit(Credit(unit: "credits", amount: 501)), "SECRET-1"))
    }
    #expect(other?.code == .idempotencyKeyReused)
    await world.store.close()
  }

  @Test("who knows the name still reaches the account, and new rows do not bring the name back")
  func goesOn() async throws {
    let (world, _) = try await filled()
    let other = try await OwnLedger.store(on: world.database, world.clock, EventLog())
    let names = try await other.changes(in: "acme").changes.map(\.account)
    #expect(names.contains(Self.ada.account))
    let before = try await other.balance(of: "credits", Self.ada).posted
    _ = try await erase(world)
    // One process met the account before, the other did not; both learn that the name is gone.
    for (store, key) in [(world.store, "new-1"), (other, "new-2")] {
      let changes = try await store.changes(in: "acme").changes
      #expect(!changes.map(\.account).contains(Self.ada.account))
      let settled = try await store.submit(
        Self.command(.debit(Debit(unit: "credits", amount: 1)), IdempotencyKey(key)))
      #expect(!settled.duplicate)
    }
    let settle = Command(
      tenant: "acme", account: Self.ada.account, key: "new-3",
      action: .settle(Settle(reservation: .key("SECRET-7"), amount: 5)))
    _ = try await other.submit(settle)
    #expect(try await other.balance(of: "credits", Self.ada).posted == before - 7)
    // The key that the settle names stands in its row.
    let left = try await rows(with: "SECRET", in: world)
    #expect(left.allSatisfy { $0.contains("new-3") } && left.count == 1)
    #expect(try await rows(with: "ada", in: world) == [])
    #expect(try await world.findings() == [])
    await other.close()
    await world.store.close()
  }

  @Test("an account that is not there is not erased, nor is one by a role that does not own it")
  func refused() async throws {
    let (world, _) = try await filled()
    await #expect(throws: RetentionError.accountNotFound) {
      try await Eraser(AccountAddress(tenant: "acme", account: "nobody"))
        .run(on: world.database.options)
    }
    let role = try await world.database.makeRole()
    _ = try await world.database.migrate(
      MigrationSettings(grants: [RoleGrant(.application, to: role)]))
    let error = await #expect(throws: RetentionError.self) {
      try await world.database.with { connection in
        try connection.runScript(
          "SET SESSION AUTHORIZATION \(role.quoted)", deadline: .after(seconds: 60))
        _ = try Eraser(Self.ada).run(on: connection)
      }
    }
    guard case .store(let cause) = error else {
      Issue.record("the server refuses it")
      return
    }
    #expect(cause.sqlState?.code == "42501")
    #expect(try await rows(with: "SECRET", in: world).count > 9)
    await world.store.close()
  }
}
