import Foundation
import Holdfast
import HoldfastPostgres

/// The ledger of a run on Holdfast's own tables: every balance has three live lots, one expiring.
struct HoldfastLedger {
  static let tenant: TenantName = "bench"
  static let unit: UnitName = "credits"
  static let grant: Int64 = 1_000_000_000_000
  private let connection: BenchConnection

  /// Makes the schema, its accounts, teams and the organisation, and `rows` journal rows of others
  /// before those of the run.
  init(_ connection: BenchConnection, server: String, journalRows rows: Int) async throws {
    self.connection = connection
    try connection.execute("DROP SCHEMA IF EXISTS holdfast CASCADE")
    try await PostgresSchema.migrate(server)
    let pairs = rows / Popularity.accounts / 2
    if pairs > 0 {
      try connection.execute(BaselineScript.holdfastPreload)
      try connection.execute("SELECT pg_temp.preload(\(Popularity.accounts), \(pairs))")
    }
    let store = try await PostgresStore(PostgresConfiguration(server))
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    let expiry = Instant(microseconds: now).advanced(bySeconds: 90 * 86_400)
    let names =
      (1...Popularity.accounts).map(HoldfastLedger.member)
      + (0..<FanOut.teams).map(FanOut.team) + [FanOut.organisation]
    for start in stride(from: 0, to: names.count, by: 2000) {
      let commands = names[start..<min(start + 2000, names.count)].flatMap { name in
        (0..<3).map { lot in
          Command(
            tenant: HoldfastLedger.tenant, account: name,
            key: IdempotencyKey("grant-\(lot)"),
            action: .credit(
              Credit(
                unit: HoldfastLedger.unit, amount: Amount(HoldfastLedger.grant),
                expiresAt: lot == 0 ? expiry : nil)))
        }
      }
      for result in try await store.submit(commands) { _ = try result.get() }
    }
    await store.close()
    try connection.execute("VACUUM ANALYZE")
  }

  static func member(_ number: Int) -> AccountName { AccountName("member-\(number)") }

  /// How many commands had an effect.
  func effects() throws -> Int {
    Int(
      try connection.value(
        """
        SELECT count(*) FROM holdfast.journal j
        JOIN holdfast.account a ON a.slot = j.slot AND a.account_id = j.account_id
        WHERE a.tenant = 'bench' AND j.identity IS NOT NULL
        """)) ?? 0
  }

  /// Fails unless every rule holds and exactly so many commands had an effect since.
  func verify(effectsBefore: Int, commands: Int) throws {
    for row in try connection.execute(BaselineScript.holdfastVerify) {
      throw BrokenLedger(what: "\(row[0]): broken \(row[1]) times")
    }
    let effects = try effects() - effectsBefore
    guard effects == commands else {
      throw BrokenLedger(what: "\(commands) commands were answered, \(effects) are in the journal")
    }
  }

  /// The bytes of the ledger's tables and of the indexes on them.
  func sizes() throws -> [(table: String, bytes: Double)] {
    try connection.execute(
      """
      SELECT relname, pg_total_relation_size(oid) FROM pg_class
      WHERE relnamespace = 'holdfast'::regnamespace AND relkind = 'r'
        AND relname IN ('stream', 'journal', 'hold', 'feed', 'group_key')
      ORDER BY relname
      """
    ).map { ($0[0], Double($0[1]) ?? 0) }
  }
}

/// Holding on a member, its team and the organisation at once.
enum FanOut {
  static let teams = 100
  static let organisation: AccountName = "organisation"

  static func team(_ number: Int) -> AccountName { AccountName("team-\(number)") }
}
