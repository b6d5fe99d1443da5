/// What a transaction loads before it decides. Arrays of keys are looked up as `LookUp` says.
struct LoadingQueries: Sendable {
  /// Locks every stream of the accounts, in key order: the loop over the accounts is sorted, and so is
  /// each account's look-up.
  let lockStreams: Query
  /// The same without a lock.
  let readStreams: Query
  /// How many streams each of the accounts has, and the sum of their versions.
  let streamCounts: Query
  /// The streams of the accounts that nobody else holds, by their account; holds them.
  let freeStreams: Query
  /// The clock, the number of the last change of a definition, and whether rows were ever archived. A
  /// statement of its own behind the locks, so that what another transaction wrote while it held them
  /// lies before.
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
  let repayments: Query
  let records: Query
  let recordsOfStreams: Query

  static let rowColumns = """
    j.account_id, j.stream, j.version, j.at, j.event, j.posted_delta, j.held_delta, \
    j.posted_after, j.held_after, j.subject, j.key, j.description, j.reference_type, \
    j.reference_id, j.metadata, j.body, j.identity
    """

  init(schema: String) {
    let accountTypes: [TypeOID] = [.int2, .uuidArray]
    let positionTypes: [TypeOID] = [.int2, .uuidArray, .int2Array, .int8Array]
    let stream = LookUp(schema, "stream", "s", by: ["account_id"])
    let streamColumns = """
      s.account_id, s.stream, s.streams, s.kind, s.name, s.version, s.last_at, s.posted, s.held,
        s.debt, s.scheduled, s.overdraft_limit, s.open_holds, s.entry_count, s.next_due_at, s.state
      """
    lockStreams = Query(
      "lock_streams",
      stream.text(
        streamColumns, inKeyOrder: true, ending: "ORDER BY s.stream FOR NO KEY UPDATE"),
      parameterTypes: accountTypes)
    readStreams = Query(
      "read_streams",
      stream.text(streamColumns, inKeyOrder: true, ending: "ORDER BY s.stream OFFSET 0"),
      parameterTypes: accountTypes)
    streamCounts = Query(
      "stream_counts",
      stream.text(
        "s.account_id, count(*), sum(s.version)::int8", ending: "GROUP BY s.account_id OFFSET 0"),
      parameterTypes: accountTypes)
    freeStreams = Query(
      "free_streams",
      stream.text(
        "s.account_id", inKeyOrder: true,
        ending: "ORDER BY s.stream FOR NO KEY UPDATE SKIP LOCKED"), parameterTypes: accountTypes)
    clock = Query(
      "clock",
      """
      SELECT clock_timestamp(), revision, archived FROM \(schema).definition_revision WHERE id = 1
      """)
    accounts = Query(
      "accounts",
      LookUp(schema, "account", "a", by: ["account_id"]).text("a.account_id, a.tenant, a.name"),
      parameterTypes: accountTypes)
    overrides = Query(
      "overrides",
      LookUp(schema, "usage_override", "o", by: ["account_id"]).text(
        "o.account_id, o.item, o.limits", ending: "ORDER BY o.item, o.revision OFFSET 0"),
      parameterTypes: accountTypes)
    groups = Query(
      "groups",
      LookUp(schema, "group_key", "g", by: ["group_id"]).text("g.group_id, g.fingerprint"),
      parameterTypes: accountTypes)
    let rowColumns = LoadingQueries.rowColumns
    rowsByIdentity = Query(
      "rows_by_identity",
      LookUp(schema, "journal", "j", by: ["identity", "account_id"]).text(rowColumns),
      parameterTypes: [.int2, .uuidArray, .uuidArray])
    rowsByVersion = Query(
      "rows_by_version",
      LookUp(schema, "journal", "j", by: ["account_id", "stream", "version"]).text(rowColumns),
      parameterTypes: positionTypes)
    rowsBySubject = Query(
      "rows_by_subject",
      LookUp(schema, "journal", "j", by: ["account_id", "stream", "subject"]).text(rowColumns),
      parameterTypes: positionTypes)
    let holdColumns = "h.account_id, h.stream, h.version, h.remaining, h.body"
    holds = Query(
      "holds",
      LookUp(schema, "hold", "h", by: ["account_id", "version"]).text(holdColumns),
      parameterTypes: [.int2, .uuidArray, .int8Array])
    let accountHolds = LookUp(schema, "hold", "h", by: ["account_id"])
    dueHolds = Query(
      "due_holds", accountHolds.text(holdColumns, ending: "AND h.lapses_at <= $3 OFFSET 0"),
      parameterTypes: [.int2, .uuidArray, .timestamptz])
    nextLapses = Query(
      "next_lapses",
      accountHolds.text(
        "h.account_id, h.stream, min(h.lapses_at)",
        ending: "AND h.lapses_at > $3 GROUP BY h.account_id, h.stream OFFSET 0"),
      parameterTypes: [.int2, .uuidArray, .timestamptz])
    lots = Query(
      "lots",
      LookUp(schema, "lot", "l", by: ["account_id", "stream", "version"]).text(
        "l.account_id, l.stream, l.version, l.body"), parameterTypes: positionTypes)
    repayments = Query(
      "repayments",
      LookUp(schema, "repayment", "p", by: ["account_id", "stream", "block"]).text(
        "p.account_id, p.stream, p.block, p.body"), parameterTypes: positionTypes)
    let recordColumns = "c.account_id, c.stream, c.version, c.at, c.body"
    records = Query(
      "records",
      LookUp(schema, "usage_record", "c", by: ["account_id", "stream", "version"]).text(
        recordColumns), parameterTypes: positionTypes)
    recordsOfStreams = Query(
      "records_of_streams",
      LookUp(schema, "usage_record", "c", by: ["account_id", "stream"]).text(recordColumns),
      parameterTypes: [.int2, .uuidArray, .int2Array])
  }
}
