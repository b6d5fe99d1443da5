/// What a transaction loads before it decides.
///
/// Each key is looked up by itself: a sub-query with OFFSET stays where it is, so that no statistics,
/// or lack of them, lead the planner to read a table and look for its rows among the keys.
struct LoadingQueries: Sendable {
  /// Locks every stream of the accounts, in key order.
  let lockStreams: Query
  /// The same without a lock.
  let readStreams: Query
  /// The clock, and the number of the last change of a definition. A statement of its own behind the
  /// locks, so that what another transaction wrote while it held them lies before.
  let clock: Query
  let accounts: Query
  let overrides: Query
  let groups: Query
  let rowsByIdentity: Query
  let rowsByVersion: Query
  /// Rows that closed a reservation or reversed an entry, by that.
  let rowsBySubject: Query
  let holds: Query
  let dueHolds: Query
  /// For each stream the first instant at which a hold lapses that is not due yet.
  let nextLapses: Query
  let lots: Query
  let records: Query
  let recordsOfStreams: Query

  static let rowColumns = """
    j.account_id, j.stream, j.version, j.at, j.event, j.posted_delta, j.held_delta, \
    j.posted_after, j.held_after, j.subject, j.key, j.description, j.reference_type, \
    j.reference_id, j.metadata, j.body, j.identity
    """

  init(schema: String) {
    let streams = """
      SELECT account_id, stream, streams, kind, name, version, last_at, posted, held, debt,
        scheduled, overdraft_limit, open_holds, entry_count, next_due_at, state
      FROM \(schema).stream
      WHERE slot = $1 AND account_id = ANY($2)
      ORDER BY account_id, stream
      """
    let slotAndAccounts: [TypeOID] = [.int2, .uuidArray]
    let positions: [TypeOID] = [.int2, .uuidArray, .int2Array, .int8Array]
    let rowColumns = LoadingQueries.rowColumns
    lockStreams = Query(
      "lock_streams", streams + "\nFOR NO KEY UPDATE", parameterTypes: slotAndAccounts)
    readStreams = Query("read_streams", streams, parameterTypes: slotAndAccounts)
    clock = Query(
      "clock",
      """
      SELECT clock_timestamp(), (SELECT revision FROM \(schema).definition_revision WHERE id = 1)
      """)
    accounts = Query(
      "accounts",
      """
      SELECT account_id, tenant, name FROM \(schema).account
      WHERE slot = $1 AND account_id = ANY($2)
      """, parameterTypes: slotAndAccounts)
    overrides = Query(
      "overrides",
      """
      SELECT account_id, item, limits FROM \(schema).usage_override
      WHERE slot = $1 AND account_id = ANY($2)
      ORDER BY account_id, item, revision
      """, parameterTypes: slotAndAccounts)
    groups = Query(
      "groups",
      """
      SELECT group_id, fingerprint FROM \(schema).group_key
      WHERE slot = $1 AND group_id = ANY($2)
      """, parameterTypes: slotAndAccounts)
    rowsByIdentity = Query(
      "rows_by_identity",
      """
      SELECT \(rowColumns)
      FROM (SELECT unnest($2) AS identity, unnest($3) AS account_id) u
      CROSS JOIN LATERAL (
        SELECT * FROM \(schema).journal
        WHERE slot = $1 AND identity = u.identity AND account_id = u.account_id
        OFFSET 0
      ) j
      """, parameterTypes: [.int2, .uuidArray, .uuidArray])
    rowsByVersion = Query(
      "rows_by_version",
      """
      SELECT \(rowColumns)
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      CROSS JOIN LATERAL (
        SELECT * FROM \(schema).journal
        WHERE slot = $1 AND account_id = u.account_id AND stream = u.stream
          AND version = u.version
        OFFSET 0
      ) j
      """, parameterTypes: positions)
    rowsBySubject = Query(
      "rows_by_subject",
      """
      SELECT \(rowColumns)
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS subject) u
      CROSS JOIN LATERAL (
        SELECT * FROM \(schema).journal
        WHERE slot = $1 AND account_id = u.account_id AND stream = u.stream
          AND subject = u.subject
        OFFSET 0
      ) j
      """, parameterTypes: positions)
    holds = Query(
      "holds",
      """
      SELECT h.account_id, h.stream, h.version, h.remaining, h.body
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS version) u
      CROSS JOIN LATERAL (
        SELECT * FROM \(schema).hold
        WHERE slot = $1 AND account_id = u.account_id AND version = u.version
        OFFSET 0
      ) h
      """, parameterTypes: [.int2, .uuidArray, .int8Array])
    dueHolds = Query(
      "due_holds",
      """
      SELECT account_id, stream, version, remaining, body FROM \(schema).hold
      WHERE slot = $1 AND account_id = ANY($2) AND lapses_at <= $3
      """, parameterTypes: [.int2, .uuidArray, .timestamptz])
    nextLapses = Query(
      "next_lapses",
      """
      SELECT account_id, stream, min(lapses_at) FROM \(schema).hold
      WHERE slot = $1 AND account_id = ANY($2) AND lapses_at > $3
      GROUP BY account_id, stream
      """, parameterTypes: [.int2, .uuidArray, .timestamptz])
    lots = Query(
      "lots",
      """
      SELECT l.account_id, l.stream, l.version, l.body
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      CROSS JOIN LATERAL (
        SELECT * FROM \(schema).lot
        WHERE slot = $1 AND account_id = u.account_id AND stream = u.stream
          AND version = u.version
        OFFSET 0
      ) l
      """, parameterTypes: positions)
    records = Query(
      "records",
      """
      SELECT r.account_id, r.stream, r.version, r.at, r.body
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      CROSS JOIN LATERAL (
        SELECT * FROM \(schema).usage_record
        WHERE slot = $1 AND account_id = u.account_id AND stream = u.stream
          AND version = u.version
        OFFSET 0
      ) r
      """, parameterTypes: positions)
    recordsOfStreams = Query(
      "records_of_streams",
      """
      SELECT r.account_id, r.stream, r.version, r.at, r.body
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream) u
      CROSS JOIN LATERAL (
        SELECT * FROM \(schema).usage_record
        WHERE slot = $1 AND account_id = u.account_id AND stream = u.stream
        OFFSET 0
      ) r
      """, parameterTypes: [.int2, .uuidArray, .int2Array])
  }
}
