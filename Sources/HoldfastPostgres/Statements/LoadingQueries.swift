/// What a transaction loads before it decides.
struct LoadingQueries: Sendable {
  /// Locks every stream of the accounts, in key order.
  let lockStreams: Query
  /// The same without a lock.
  let readStreams: Query
  /// How many streams each of the accounts has.
  let streamCounts: Query
  /// The streams of the accounts that nobody else holds, by their account; holds them.
  let freeStreams: Query
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
    streamCounts = Query(
      "stream_counts",
      """
      SELECT account_id, count(*) FROM \(schema).stream
      WHERE slot = $1 AND account_id = ANY($2)
      GROUP BY account_id
      """, parameterTypes: slotAndAccounts)
    freeStreams = Query(
      "free_streams",
      """
      SELECT account_id FROM \(schema).stream
      WHERE slot = $1 AND account_id = ANY($2)
      ORDER BY account_id, stream
      FOR NO KEY UPDATE SKIP LOCKED
      """, parameterTypes: slotAndAccounts)
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
      JOIN \(schema).journal j
        ON j.slot = $1 AND j.identity = u.identity AND j.account_id = u.account_id
      """, parameterTypes: [.int2, .uuidArray, .uuidArray])
    rowsByVersion = Query(
      "rows_by_version",
      """
      SELECT \(rowColumns)
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      JOIN \(schema).journal j
        ON j.slot = $1 AND j.account_id = u.account_id AND j.stream = u.stream
          AND j.version = u.version
      """, parameterTypes: positions)
    rowsBySubject = Query(
      "rows_by_subject",
      """
      SELECT \(rowColumns)
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS subject) u
      JOIN \(schema).journal j
        ON j.slot = $1 AND j.account_id = u.account_id AND j.stream = u.stream
          AND j.subject = u.subject
      """, parameterTypes: positions)
    holds = Query(
      "holds",
      """
      SELECT h.account_id, h.stream, h.version, h.remaining, h.body
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS version) u
      JOIN \(schema).hold h
        ON h.slot = $1 AND h.account_id = u.account_id AND h.version = u.version
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
      JOIN \(schema).lot l
        ON l.slot = $1 AND l.account_id = u.account_id AND l.stream = u.stream
          AND l.version = u.version
      """, parameterTypes: positions)
    records = Query(
      "records",
      """
      SELECT r.account_id, r.stream, r.version, r.at, r.body
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      JOIN \(schema).usage_record r
        ON r.slot = $1 AND r.account_id = u.account_id AND r.stream = u.stream
          AND r.version = u.version
      """, parameterTypes: positions)
    recordsOfStreams = Query(
      "records_of_streams",
      """
      SELECT r.account_id, r.stream, r.version, r.at, r.body
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream) u
      JOIN \(schema).usage_record r
        ON r.slot = $1 AND r.account_id = u.account_id AND r.stream = u.stream
      """, parameterTypes: [.int2, .uuidArray, .int2Array])
  }
}
