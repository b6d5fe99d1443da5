/// What a transaction loads before it decides.
///
/// Arrays of keys are looked up one by one, each in a LATERAL that OFFSET 0 (or the lock) keeps a query
/// of its own. The planner can neither turn that around nor leave a key out of the index condition, as
/// it does with joins and with `= ANY` for a table that was small when the plan was made: such a plan
/// reads all of a slot once that has grown.
struct LoadingQueries: Sendable {
  /// Locks every stream of the accounts, in key order: the loop over the accounts is sorted, and so is
  /// each account's look-up.
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
    func streams(_ lock: String) -> String {
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id ORDER BY 1) u
      CROSS JOIN LATERAL (
        SELECT s.account_id, s.stream, s.streams, s.kind, s.name, s.version, s.last_at, s.posted,
          s.held, s.debt, s.scheduled, s.overdraft_limit, s.open_holds, s.entry_count,
          s.next_due_at, s.state
        FROM \(schema).stream s
        WHERE s.slot = $1 AND s.account_id = u.account_id
        ORDER BY s.stream
        \(lock)
      ) r
      """
    }
    let slotAndAccounts: [TypeOID] = [.int2, .uuidArray]
    let positions: [TypeOID] = [.int2, .uuidArray, .int2Array, .int8Array]
    let rowColumns = LoadingQueries.rowColumns
    lockStreams = Query(
      "lock_streams", streams("FOR NO KEY UPDATE"), parameterTypes: slotAndAccounts)
    readStreams = Query("read_streams", streams("OFFSET 0"), parameterTypes: slotAndAccounts)
    streamCounts = Query(
      "stream_counts",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id) u
      CROSS JOIN LATERAL (
        SELECT s.account_id, count(*) FROM \(schema).stream s
        WHERE s.slot = $1 AND s.account_id = u.account_id
        GROUP BY s.account_id
        OFFSET 0
      ) r
      """, parameterTypes: slotAndAccounts)
    freeStreams = Query(
      "free_streams",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id ORDER BY 1) u
      CROSS JOIN LATERAL (
        SELECT s.account_id FROM \(schema).stream s
        WHERE s.slot = $1 AND s.account_id = u.account_id
        ORDER BY s.stream
        FOR NO KEY UPDATE SKIP LOCKED
      ) r
      """, parameterTypes: slotAndAccounts)
    clock = Query(
      "clock",
      """
      SELECT clock_timestamp(), (SELECT revision FROM \(schema).definition_revision WHERE id = 1)
      """)
    accounts = Query(
      "accounts",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id) u
      CROSS JOIN LATERAL (
        SELECT a.account_id, a.tenant, a.name FROM \(schema).account a
        WHERE a.slot = $1 AND a.account_id = u.account_id
        OFFSET 0
      ) r
      """, parameterTypes: slotAndAccounts)
    overrides = Query(
      "overrides",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id) u
      CROSS JOIN LATERAL (
        SELECT o.account_id, o.item, o.limits FROM \(schema).usage_override o
        WHERE o.slot = $1 AND o.account_id = u.account_id
        ORDER BY o.item, o.revision
        OFFSET 0
      ) r
      """, parameterTypes: slotAndAccounts)
    groups = Query(
      "groups",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS group_id) u
      CROSS JOIN LATERAL (
        SELECT g.group_id, g.fingerprint FROM \(schema).group_key g
        WHERE g.slot = $1 AND g.group_id = u.group_id
        OFFSET 0
      ) r
      """, parameterTypes: slotAndAccounts)
    rowsByIdentity = Query(
      "rows_by_identity",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS identity, unnest($3) AS account_id) u
      CROSS JOIN LATERAL (
        SELECT \(rowColumns) FROM \(schema).journal j
        WHERE j.slot = $1 AND j.identity = u.identity AND j.account_id = u.account_id
        OFFSET 0
      ) r
      """, parameterTypes: [.int2, .uuidArray, .uuidArray])
    rowsByVersion = Query(
      "rows_by_version",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      CROSS JOIN LATERAL (
        SELECT \(rowColumns) FROM \(schema).journal j
        WHERE j.slot = $1 AND j.account_id = u.account_id AND j.stream = u.stream
          AND j.version = u.version
        OFFSET 0
      ) r
      """, parameterTypes: positions)
    rowsBySubject = Query(
      "rows_by_subject",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS subject) u
      CROSS JOIN LATERAL (
        SELECT \(rowColumns) FROM \(schema).journal j
        WHERE j.slot = $1 AND j.account_id = u.account_id AND j.stream = u.stream
          AND j.subject = u.subject
        OFFSET 0
      ) r
      """, parameterTypes: positions)
    holds = Query(
      "holds",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS version) u
      CROSS JOIN LATERAL (
        SELECT h.account_id, h.stream, h.version, h.remaining, h.body FROM \(schema).hold h
        WHERE h.slot = $1 AND h.account_id = u.account_id AND h.version = u.version
        OFFSET 0
      ) r
      """, parameterTypes: [.int2, .uuidArray, .int8Array])
    dueHolds = Query(
      "due_holds",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id) u
      CROSS JOIN LATERAL (
        SELECT h.account_id, h.stream, h.version, h.remaining, h.body FROM \(schema).hold h
        WHERE h.slot = $1 AND h.account_id = u.account_id AND h.lapses_at <= $3
        OFFSET 0
      ) r
      """, parameterTypes: [.int2, .uuidArray, .timestamptz])
    nextLapses = Query(
      "next_lapses",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id) u
      CROSS JOIN LATERAL (
        SELECT h.account_id, h.stream, min(h.lapses_at) FROM \(schema).hold h
        WHERE h.slot = $1 AND h.account_id = u.account_id AND h.lapses_at > $3
        GROUP BY h.account_id, h.stream
        OFFSET 0
      ) r
      """, parameterTypes: [.int2, .uuidArray, .timestamptz])
    lots = Query(
      "lots",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      CROSS JOIN LATERAL (
        SELECT l.account_id, l.stream, l.version, l.body FROM \(schema).lot l
        WHERE l.slot = $1 AND l.account_id = u.account_id AND l.stream = u.stream
          AND l.version = u.version
        OFFSET 0
      ) r
      """, parameterTypes: positions)
    records = Query(
      "records",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      CROSS JOIN LATERAL (
        SELECT c.account_id, c.stream, c.version, c.at, c.body FROM \(schema).usage_record c
        WHERE c.slot = $1 AND c.account_id = u.account_id AND c.stream = u.stream
          AND c.version = u.version
        OFFSET 0
      ) r
      """, parameterTypes: positions)
    recordsOfStreams = Query(
      "records_of_streams",
      """
      SELECT r.*
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream) u
      CROSS JOIN LATERAL (
        SELECT c.account_id, c.stream, c.version, c.at, c.body FROM \(schema).usage_record c
        WHERE c.slot = $1 AND c.account_id = u.account_id AND c.stream = u.stream
        OFFSET 0
      ) r
      """, parameterTypes: [.int2, .uuidArray, .int2Array])
  }
}
