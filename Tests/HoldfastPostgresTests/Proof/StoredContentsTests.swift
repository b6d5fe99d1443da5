import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// What a table says is compared with the journal, whichever table it is.
@Suite(.serialized) struct StoredContentsTests {
  private static let tenant: TenantName = "acme"

  /// Two accounts with live, spent, scheduled and void lots, holds, a transfer, groups, usage,
  /// definitions of two revisions and limits of an account's own.
  private static let ledger = Task {
    let database = try await TestDatabase()
    _ = try await database.migrate(MigrationSettings(slots: 3))
    let clock = SimulatedClock()
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.clock = clock.storeClock
    let store = try await PostgresStore(configuration)
    try await fill(store, clock)
    return (database: database, store: store)
  }

  private static func fill(_ store: PostgresStore, _ clock: SimulatedClock) async throws {
    let hour = Window.calendar(CalendarWindow(unit: .hour, timeZone: "UTC"))
    for maximum in [3, 9] as [Amount] {
      try await store.define(
        UsageItemDefinition(
          item: "image",
          limits: [UsageLimit(window: hour, maximum: maximum)],
          overage: .charge(UsagePrice(unit: "credits", amount: 3, per: 1, cap: 30))),
        in: tenant)
    }
    try await store.overrideLimits(
      [UsageLimit(window: hour, maximum: 2)], of: "image",
      for: AccountAddress(tenant: tenant, account: "ada"))
    let later = clock.now.advanced(bySeconds: 7_200)
    let actions: [(AccountName, Command.Action)] = [
      ("ada", .credit(Credit(unit: "credits", amount: 10, expiresAt: later))),
      ("ada", .credit(Credit(unit: "credits", amount: 100))),
      ("ada", .debit(Debit(unit: "credits", amount: 25))),
      ("ada", .credit(Credit(unit: "credits", amount: 40, effectiveAt: later))),
      (
        "ada",
        .reserve(
          Reserve(unit: "credits", amount: 30, counts: [Reserve.Count(item: "image", amount: 1)]))
      ),
      ("ada", .transfer(Transfer(unit: "credits", to: "bob", amount: 5))),
      ("ada", .recordUsage(RecordUsage(item: "image", amount: 4))),
    ]
    for (index, (account, action)) in actions.enumerated() {
      _ = try await store.submit(
        Command(
          tenant: tenant, account: account, key: IdempotencyKey("k\(index)"), action: action))
    }
    _ = try await store.submit(
      Group(
        tenant: tenant, key: "pair",
        commands: ["ada", "bob"].map { account in
          Command(
            tenant: tenant, account: account,
            action: .credit(Credit(unit: "credits", amount: 1)))
        }))
  }

  private func violations() async throws -> [Violation] {
    try await LedgerChecker().check(try await Self.ledger.value.store, tenant: Self.tenant)
      .violations
  }

  @Test func `a ledger as the store writes it has no violations`() async throws {
    let (database, store) = try await Self.ledger.value
    let report = try await LedgerChecker().check(store, tenant: Self.tenant)
    #expect(report.violations == [])
    #expect(report.accounts == 2)
    #expect(report.rows > 10)
    #expect(try await LedgerChecker().tenants(of: store) == [Self.tenant])
    try await database.expectAuditsEmpty()
  }

  /// A statement that damages, one that heals, and what the checker says in between.
  struct Damage: Sendable, CustomTestStringConvertible {
    let table: String
    let statement: String
    let saying: String

    var testDescription: String { statement }
  }

  static let damages = [
    Damage(table: "stream", statement: "SET posted = posted + 1", saying: "posted"),
    Damage(table: "stream", statement: "SET held = held + 1 WHERE held > 0", saying: "held"),
    Damage(
      table: "stream", statement: "SET scheduled = 0 WHERE scheduled > 0", saying: "scheduled"),
    Damage(
      table: "stream", statement: "SET open_holds = open_holds + 1 WHERE kind = 1",
      saying: "reservations are counted"),
    Damage(
      table: "stream", statement: "SET entry_count = entry_count + 1 WHERE kind = 1",
      saying: "entries are counted"),
    Damage(
      table: "stream", statement: "SET next_due_at = NULL WHERE next_due_at IS NOT NULL",
      saying: "before the next due instant"),
    Damage(
      table: "hold", statement: "SET remaining = remaining - 1",
      saying: "what remains by its column"),
    Damage(
      table: "hold", statement: "SET lapses_at = lapses_at - interval '1 second'",
      saying: "another lapse"),
    Damage(
      table: "hold", statement: "SET version = version + 1", saying: "not among the open"),
    Damage(
      table: "lot", statement: "SET due_at = NULL WHERE due_at IS NOT NULL",
      saying: "due at another instant"),
    Damage(
      table: "lot",
      statement: "SET body = (SELECT body FROM holdfast.lot ORDER BY version LIMIT 1)",
      saying: "other terms"),
    Damage(table: "lot", statement: "SET version = version + 100", saying: "no row of its own"),
    Damage(
      table: "usage_record", statement: "SET version = version + 100", saying: "missing"),
    Damage(
      table: "usage_record", statement: "SET at = at + interval '1 second'", saying: "instant of"),
    Damage(
      table: "usage_override", statement: "SET limits = NULL", saying: "other limits"),
    Damage(table: "group_key", statement: "SET fingerprint = group_id", saying: "fingerprint"),
    Damage(
      table: "consumption_rollup",
      statement: "SET consumed = consumed + 1 WHERE seconds = 3600 AND kind = 'debit'",
      saying: "the rows come to -1 more consumed"),
    Damage(
      table: "consumption_rollup",
      statement: "SET item = 'image' WHERE seconds = 900 AND kind = 'debit'", saying: "more spent"),
    Damage(
      table: "consumption_rollup", statement: "SET start_at = start_at + interval '1 day'",
      saying: "more granted"),
    Damage(
      table: "usage_rollup", statement: "SET event_count = 0 WHERE seconds = 86400",
      saying: "more event_count"),
    Damage(
      table: "usage_rollup", statement: "SET tenant = 'other'", saying: "more amount"),
    Damage(
      table: "journal", statement: "SET held_after = held_after + 1 WHERE held_after > 0",
      saying: "held"),
    Damage(
      table: "journal", statement: "SET key = 'other' WHERE key = 'k2'", saying: "another key"),
    Damage(
      table: "journal", statement: "SET identity = NULL WHERE key = 'k2'", saying: "another key"),
    Damage(
      table: "journal", statement: "SET subject = 1 WHERE key = 'k2'", saying: "another subject"),
  ]

  @Test(arguments: damages)
  func `what a table says otherwise than the journal is found`(damage: Damage) async throws {
    let database = try await Self.ledger.value.database
    let table = "holdfast.\(damage.table)"
    try await database.rows(
      "CREATE TABLE holdfast.kept AS TABLE \(table); UPDATE \(table) \(damage.statement)")
    var found: [Violation] = []
    do { found = try await violations() } catch { Issue.record(error) }
    try await database.rows(
      "DELETE FROM \(table); INSERT INTO \(table) TABLE holdfast.kept; DROP TABLE holdfast.kept")
    #expect(
      found.contains { $0.detail.contains(damage.saying) }, "\(found.map(\.description))")
    #expect(try await violations() == [])
  }
}
