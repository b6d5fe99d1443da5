import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// A ledger with many rows: half of them in one balance, the others in balances of 200 rows each. The
/// rows of the first balance are what a store wrote, repeated; the others serve only to be there.
struct LongHistory: Sendable {
  let world: BatchWorld
  /// How many rows the journal is to have.
  let rows: Int

  static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == "1"
  static let usualRows = 200_000

  var otherAccounts: Int { rows / 400 }
  /// Of the first balance: a credit, then reserves and settlements in turn.
  var ownRows: Int { rows / 2 / 2 * 2 + 1 }
  var openHolds: Int { isBig ? 10_000 : 1_000 }
  private var isBig: Bool { rows > Self.usualRows }

  private static let server = Result {
    try ThrowAwayPostgres(settings: [
      "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
      "autovacuum": "off", "shared_buffers": "256MB", "max_wal_size": "8GB",
      "checkpoint_timeout": "1h",
    ])
  }

  /// An empty ledger, on a server that analyses nothing by itself.
  init(rows: Int) async throws {
    self.rows = rows
    let database = try await TestDatabase { try Self.server.get() }
    _ = try await database.migrate(MigrationSettings(slots: 1))
    world = try await BatchWorld(database)
  }

  var database: TestDatabase { world.database }

  /// Runs the body with a new connection, on the calling thread.
  func onAnotherConnection<Value>(
    _ body: (PostgresConnection) throws -> Value
  ) throws -> Value {
    let connection = try PostgresConnection(database.options, deadline: .after(seconds: 60))
    defer { connection.close() }
    return try body(connection)
  }

  private static var soon: Deadline { .after(seconds: 600) }

  /// What a store writes: a credit, a reserve and its settlement; then open holds.
  func writeFirstRows(on connection: PostgresConnection) throws {
    try world.submit(
      [
        world.credit(1_000_000_000_000), world.reserve(3, "reserve", seconds: 60),
        world.settle("reserve", 1),
      ], on: connection)
  }

  /// Repeats the reserve and the settlement, and adds the other balances.
  func fill(on connection: PostgresConnection) throws {
    // Keys one by one are slow in a large index; a small one shows what grew under a kept plan.
    if isBig { try connection.runScript(LongHistory.dropIndexes, deadline: Self.soon) }
    try connection.runScript(repeatRows, deadline: Self.soon)
    try connection.runScript(addOthers, deadline: Self.soon)
    if isBig { try connection.runScript(LongHistory.makeIndexes, deadline: Self.soon) }
    try drawLot(on: connection)
    for part in 0..<openHolds / 1_000 {
      try world.submit(
        (0..<1_000).map { world.reserve(1, IdempotencyKey("open-\(part)-\($0)"), seconds: 86_400) },
        on: connection)
    }
  }

  private static let dropIndexes = """
    ALTER TABLE holdfast.journal DROP CONSTRAINT journal_by_version;
    DROP INDEX holdfast.journal_identity, holdfast.journal_subject
    """

  private static let makeIndexes = """
    SET maintenance_work_mem = '256MB';
    ALTER TABLE holdfast.journal
      ADD CONSTRAINT journal_by_version PRIMARY KEY (slot, account_id, stream, version);
    CREATE UNIQUE INDEX journal_identity
      ON holdfast.journal (slot, identity, account_id) WHERE identity IS NOT NULL;
    CREATE INDEX journal_subject
      ON holdfast.journal (slot, account_id, stream, subject) WHERE subject IS NOT NULL;
    RESET maintenance_work_mem
    """

  private var repeatRows: String {
    let count = (ownRows - 3) / 2
    return """
      INSERT INTO holdfast.journal
      SELECT slot, account_id, stream, version + 2 * n, at + n * interval '1 millisecond', event,
        posted_delta, held_delta, posted_after - n, held_after, subject + 2 * n,
        md5(version || 'i' || n)::uuid, 'k' || version || '-' || n, NULL, NULL, NULL, NULL, body
      FROM holdfast.journal, generate_series(1, \(count)) n
      WHERE version IN (2, 3) AND posted_after > 1e11;
      UPDATE holdfast.stream SET version = version + 2 * \(count), posted = posted - \(count),
        entry_count = entry_count + \(count), last_at = last_at + \(count) * interval '1 millisecond'
      WHERE posted > 1e11
      """
  }

  /// The lot that all settlements drew from.
  private func drawLot(on connection: PostgresConnection) throws {
    let answer = try connection.run(
      [
        Statement(
          Query("state", "SELECT state FROM holdfast.stream WHERE kind = 1 AND posted > 1e11"))
      ],
      deadline: Self.soon)[0]
    var parts = try BalanceParts(bytes: Array(answer.bytes(0, 0)))
    parts.lots = parts.lots.map { lot in
      Lot(
        version: lot.version, granted: lot.granted,
        remaining: lot.remaining - Amount(Int64((ownRows - 3) / 2)), pinned: lot.pinned,
        terms: lot.terms, isScheduled: lot.isScheduled, isVoided: lot.isVoided)
    }
    _ = try connection.run(
      [
        Statement(
          Query(
            "set_state", "UPDATE holdfast.stream SET state = $1 WHERE posted > 1e11",
            parameterTypes: [.bytea]),
          [.bytea(BalanceParts.bytes(lots: parts.lots, repayments: parts.repayments))])
      ], deadline: Self.soon)
  }

  private var addOthers: String { addOthers(1...otherAccounts) }

  /// One of the other balances, that `fill` does not add.
  var addOne: String { addOthers(0...0) }

  private func addOthers(_ numbers: ClosedRange<Int>) -> String {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    let these =
      "WHERE tenant = 'others' AND substr(name, 8)::int BETWEEN \(first) AND \(last)"
    return """
      INSERT INTO holdfast.account
      SELECT 0, md5('account' || a)::uuid, 'others', 'account' || a, now()
      FROM generate_series(\(first), \(last)) a;
      INSERT INTO holdfast.stream
      SELECT 0, account_id, s, 2, 1 + s, 'credits', 200, '2026-01-01Z', 1000000, 0, 0, 0, 0, 0, 0, NULL,
        repeat('x', 60)::bytea
      FROM holdfast.account, generate_series(0, 1) s \(these);
      INSERT INTO holdfast.journal
      SELECT 0, account_id, 0, v, timestamptz '2026-01-01Z' + v * interval '1 second', 6, 0, 2, 1000000,
        2, CASE WHEN v % 2 = 1 AND v > 1 THEN v - 1 END, md5(name || '/' || v)::uuid, 'key-' || v, NULL, NULL,
        NULL, NULL, repeat('x', 60)::bytea
      FROM holdfast.account, generate_series(1, 200) v \(these);
      INSERT INTO holdfast.hold
      SELECT 0, account_id, 0, v, timestamptz '2026-02-01Z' + v * interval '1 second', 1,
        repeat('x', 60)::bytea
      FROM holdfast.account, generate_series(1, 10) v \(these);
      INSERT INTO holdfast.lot
      SELECT 0, account_id, 0, v, timestamptz '2026-02-01Z' + v * interval '1 second',
        repeat('x', 60)::bytea
      FROM holdfast.account, generate_series(1, 5) v \(these);
      INSERT INTO holdfast.usage_record
      SELECT 0, account_id, 1, v, timestamptz '2026-01-01Z' + v * interval '1 second',
        repeat('x', 60)::bytea
      FROM holdfast.account, generate_series(1, 20) v \(these);
      INSERT INTO holdfast.repayment
      SELECT 0, account_id, 0, v, repeat('x', 90)::bytea
      FROM holdfast.account, generate_series(1, 20) v \(these);
      INSERT INTO holdfast.archived_key
      SELECT 0, account_id, 1, v, md5(name || '/kept/' || v)::uuid, CASE WHEN v > 1 THEN v - 1 END,
        repeat('x', 80)::bytea
      FROM holdfast.account, generate_series(1, 200) v \(these);
      INSERT INTO holdfast.checkpoint
      SELECT 0, account_id, 1, 200, '2026-01-01Z', 200, 0, 0, 0, 0, 0, 0, md5(name)::uuid,
        repeat('x', 60)::bytea, ''
      FROM holdfast.account \(these);
      INSERT INTO holdfast.usage_override
      SELECT 0, account_id, 'image', r, '[]' FROM holdfast.account, generate_series(1, 2) r
      \(these);
      INSERT INTO holdfast.group_key
      SELECT 0, md5('group' || g)::uuid, md5('group' || g)::uuid
      FROM generate_series(\(first), \(last)) g;
      INSERT INTO holdfast.feed
      SELECT 0, (1000000 + f)::text::xid8, timestamptz '2026-01-01Z' + f * interval '1 second',
        repeat('x', 60)::bytea
      FROM generate_series(\(first) * 10, \(last) * 10 + 9) f;
      INSERT INTO holdfast.consumption_rollup
      SELECT 0, tenant || CASE WHEN a = 0 THEN '0' ELSE '' END, 'credits', 900,
        timestamptz '2026-01-01Z' + a * interval '15 minutes', 'settlement', 'image', 0, 1, 0, 1, 1, 0, 0, 0, 0
      FROM generate_series(\(first), \(last)) a, unnest(ARRAY['others', 'noise']) tenant;
      INSERT INTO holdfast.usage_rollup
      SELECT 0, tenant || CASE WHEN a = 0 THEN '0' ELSE '' END, 900,
        timestamptz '2026-01-01Z' + a * interval '15 minutes', 'image', 0, 1, 1, 1, 0
      FROM generate_series(\(first), \(last)) a, unnest(ARRAY['others', 'noise']) tenant
      """
  }
}
