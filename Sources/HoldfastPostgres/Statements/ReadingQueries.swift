/// What only reads ask for.
struct ReadingQueries: Sendable {
  /// Every open reservation of an account.
  let holdsOfAccount: Query
  /// Entries of a ledger before a version, the newest first.
  let entriesBefore: Query
  /// Entries of a ledger behind so many, the newest first.
  let entriesBehind: Query
  /// The last row of a stream up to an instant. Instants never decrease along the versions, so it is
  /// found by bisection on the key; rows that are there no more count as earlier.
  let rowAsOf: Query
  /// Rows of a stream behind a version, in order.
  let rowsOfStream: Query
  let lotsOfAccount: Query
  let recordsOfAccount: Query
  /// In order.
  let repaymentsOfAccount: Query
  let overridesOfAccount: Query
  /// In which accounts an effect has an identity.
  let accountsByIdentity: Query
  /// Accounts of a tenant behind an id, in order of ids.
  let accountsOfTenant: Query
  /// Tenants with an account in a slot.
  let tenants: Query
  /// Reservations and lots of a slot that are due, the longest due first, behind a place in that order.
  let due: Query
  /// The same of one tenant.
  let dueOfTenant: Query
  /// How many reservations of some accounts are due.
  let dueCounts: Query
  let feedHorizon: Query
  let feed: Query

  init(schema: String) {
    let rowColumns = LoadingQueries.rowColumns
    let account: [TypeOID] = [.int2, .uuid]
    holdsOfAccount = Query(
      "holds_of_account",
      """
      SELECT account_id, stream, version, remaining, body, lapses_at FROM \(schema).hold
      WHERE slot = $1 AND account_id = $2
      """, parameterTypes: account)
    entriesBefore = Query(
      "entries_before",
      """
      SELECT \(rowColumns) FROM \(schema).journal j
      WHERE j.slot = $1 AND j.account_id = $2 AND j.stream = $3 AND j.version < $4
        AND j.posted_delta <> 0
      ORDER BY j.version DESC LIMIT $5
      """, parameterTypes: [.int2, .uuid, .int2, .int8, .int8])
    entriesBehind = Query(
      "entries_behind",
      """
      SELECT \(rowColumns) FROM \(schema).journal j
      WHERE j.slot = $1 AND j.account_id = $2 AND j.stream = $3 AND j.posted_delta <> 0
      ORDER BY j.version DESC OFFSET $4 LIMIT $5
      """, parameterTypes: [.int2, .uuid, .int2, .int8, .int8])
    rowAsOf = Query(
      "row_as_of",
      """
      WITH RECURSIVE bisection (low, high) AS (
        SELECT 0::bigint, $5::bigint
        UNION ALL
        SELECT
          CASE WHEN r.at > $4 THEN b.low ELSE m.middle END,
          CASE WHEN r.at > $4 THEN m.middle - 1 ELSE b.high END
        FROM bisection b
        CROSS JOIN LATERAL (SELECT b.low + (b.high - b.low + 1) / 2 AS middle) m
        LEFT JOIN LATERAL (
          SELECT j.at FROM \(schema).journal j
          WHERE j.slot = $1 AND j.account_id = $2 AND j.stream = $3 AND j.version = m.middle
          OFFSET 0
        ) r ON true
        WHERE b.low < b.high
      )
      SELECT \(rowColumns) FROM \(schema).journal j
      WHERE j.slot = $1 AND j.account_id = $2 AND j.stream = $3
        AND j.version = (SELECT low FROM bisection WHERE low = high)
      """, parameterTypes: [.int2, .uuid, .int2, .timestamptz, .int8])
    rowsOfStream = Query(
      "rows_of_stream",
      """
      SELECT \(rowColumns) FROM \(schema).journal j
      WHERE j.slot = $1 AND j.account_id = $2 AND j.stream = $3 AND j.version > $4
      ORDER BY j.version LIMIT $5
      """, parameterTypes: [.int2, .uuid, .int2, .int8, .int8])
    lotsOfAccount = Query(
      "lots_of_account",
      """
      SELECT account_id, stream, version, body, due_at FROM \(schema).lot
      WHERE slot = $1 AND account_id = $2
      """, parameterTypes: account)
    recordsOfAccount = Query(
      "records_of_account",
      """
      SELECT account_id, stream, version, at, body FROM \(schema).usage_record
      WHERE slot = $1 AND account_id = $2
      """, parameterTypes: account)
    repaymentsOfAccount = Query(
      "repayments_of_account",
      """
      SELECT account_id, stream, block, body FROM \(schema).repayment
      WHERE slot = $1 AND account_id = $2 ORDER BY account_id, stream, block
      """, parameterTypes: account)
    overridesOfAccount = Query(
      "overrides_of_account",
      """
      SELECT account_id, item, limits FROM \(schema).usage_override
      WHERE slot = $1 AND account_id = $2 ORDER BY account_id, item, revision
      """, parameterTypes: account)
    accountsByIdentity = Query(
      "accounts_by_identity",
      """
      SELECT a.tenant, a.name, \(rowColumns), s.name
      FROM (SELECT * FROM \(schema).journal WHERE slot = $1 AND identity = $2 OFFSET 0) j
      CROSS JOIN LATERAL (
        SELECT tenant, name FROM \(schema).account
        WHERE slot = $1 AND account_id = j.account_id
        OFFSET 0
      ) a
      CROSS JOIN LATERAL (
        SELECT name FROM \(schema).stream
        WHERE slot = $1 AND account_id = j.account_id AND stream = j.stream
        OFFSET 0
      ) s
      WHERE a.tenant = $3
      """, parameterTypes: [.int2, .uuid, .text])
    accountsOfTenant = Query(
      "accounts_of_tenant",
      """
      SELECT account_id, tenant, name FROM \(schema).account
      WHERE slot = $1 AND account_id > $2 AND tenant = $3
      ORDER BY account_id LIMIT $4
      """, parameterTypes: [.int2, .uuid, .text, .int8])
    tenants = Query(
      "tenants", "SELECT DISTINCT tenant FROM \(schema).account WHERE slot = $1 ORDER BY tenant",
      parameterTypes: [.int2])
    due = Query(
      "due", ReadingQueries.due(schema), parameterTypes: ReadingQueries.dueTypes)
    // A value that is looked up for each row: a planner that is free to join reads all accounts.
    dueOfTenant = Query(
      "due_of_tenant",
      ReadingQueries.due(
        schema,
        """
        AND (
          SELECT a.tenant FROM \(schema).account a
          WHERE a.slot = $1 AND a.account_id = d.account_id) = $8
        """), parameterTypes: ReadingQueries.dueTypes + [.text])
    dueCounts = Query(
      "due_counts",
      LookUp(schema, "hold", "h", by: ["account_id"]).text(
        "h.account_id, count(*)",
        ending: "AND h.lapses_at <= $3 GROUP BY h.account_id OFFSET 0"),
      parameterTypes: [.int2, .uuidArray, .timestamptz])
    feedHorizon = Query("feed_horizon", "SELECT pg_current_snapshot()::text")
    feed = Query(
      "feed",
      """
      SELECT f.xid, f.at, f.ranges, f.place FROM \(schema).feed f
      WHERE f.slot = $1 AND f.xid >= pg_snapshot_xmin($2::pg_snapshot)
        AND NOT pg_visible_in_snapshot(f.xid, $2::pg_snapshot)
        AND pg_visible_in_snapshot(f.xid, $3::pg_snapshot)
        AND (f.place, f.at, f.xid) > ($4, $5, $6)
      ORDER BY f.place, f.at, f.xid LIMIT $7
      """, parameterTypes: [.int2, .text, .text, .lsn, .timestamptz, .xid8, .int8])
  }

  private static let dueTypes: [TypeOID] = [
    .int2, .timestamptz, .timestamptz, .uuid, .int2, .int8, .int8,
  ]

  /// Reservations and lots behind a place in the order in which they became due.
  private static func due(_ schema: String, _ condition: String = "") -> String {
    // What the partial index over due holds asks for.
    let parts = [("hold", "lapses_at"), ("lot", "due_at")].map { table, instant in
      """
      (SELECT d.account_id, d.stream, d.version, d.\(instant) AS at FROM \(schema).\(table) d
        WHERE d.slot = $1 AND d.\(instant) > '-infinity' AND d.\(instant) <= $2
          AND (d.\(instant), d.account_id, d.stream, d.version) > ($3, $4, $5, $6)
          \(condition)
        ORDER BY d.\(instant), d.account_id, d.stream, d.version LIMIT $7)
      """
    }
    return """
      SELECT account_id, stream, version, at
      FROM (\(parts.joined(separator: "\nUNION ALL\n"))) due
      ORDER BY at, account_id, stream, version LIMIT $7
      """
  }
}
