/// What a transaction writes after it decided. Rows are inserted from bare arrays, in an order that
/// every transaction keeps.
///
/// Rows that were locked are changed by INSERT … ON CONFLICT, which finds each by its key; an UPDATE
/// with a join finds them in the order that the planner believes in, and without statistics it reads
/// the whole slot. For the same reason a DELETE gets its slot from the keys.
struct WritingQueries: Sendable {
  let insertAccounts: Query
  let insertStreams: Query
  let updateStreams: Query
  let insertRows: Query
  let insertHolds: Query
  let updateHolds: Query
  let deleteHolds: Query
  let upsertLots: Query
  let upsertRecords: Query
  let insertGroups: Query
  let insertFeed: Query

  init(schema: String) {
    insertAccounts = Query(
      "insert_accounts",
      """
      INSERT INTO \(schema).account (slot, account_id, tenant, name, created_at)
      SELECT $1, unnest($2), unnest($3), unnest($4), $5
      """, parameterTypes: [.int2, .uuidArray, .textArray, .textArray, .timestamptz])
    let streamTypes: [TypeOID] = [
      .int2, .uuidArray, .int2Array, .int2Array, .int8Array, .timestamptzArray, .int8Array,
      .int8Array, .int8Array, .int8Array, .int8Array, .int4Array, .int8Array, .timestamptzArray,
      .byteaArray, .int2Array, .textArray,
    ]
    insertStreams = Query(
      "insert_streams",
      """
      INSERT INTO \(schema).stream (slot, account_id, stream, streams, version, last_at, posted,
        held, debt, scheduled, overdraft_limit, open_holds, entry_count, next_due_at, state, kind,
        name)
      SELECT $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7),
        unnest($8), unnest($9), unnest($10), unnest($11), unnest($12), unnest($13), unnest($14),
        unnest($15), unnest($16), unnest($17)
      """, parameterTypes: streamTypes)
    updateStreams = Query(
      "update_streams",
      """
      INSERT INTO \(schema).stream (slot, account_id, stream, streams, version, last_at, posted,
        held, debt, scheduled, overdraft_limit, open_holds, entry_count, next_due_at, state, kind,
        name)
      SELECT $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7),
        unnest($8), unnest($9), unnest($10), unnest($11), unnest($12), unnest($13), unnest($14),
        unnest($15), unnest($16), unnest($17)
      ON CONFLICT (slot, account_id, stream) DO UPDATE
      SET streams = excluded.streams, version = excluded.version, last_at = excluded.last_at,
        posted = excluded.posted, held = excluded.held, debt = excluded.debt,
        scheduled = excluded.scheduled, overdraft_limit = excluded.overdraft_limit,
        open_holds = excluded.open_holds, entry_count = excluded.entry_count,
        next_due_at = excluded.next_due_at, state = excluded.state
      """, parameterTypes: streamTypes)
    insertRows = Query(
      "insert_rows",
      """
      INSERT INTO \(schema).journal (slot, account_id, stream, version, at, event, posted_delta,
        held_delta, posted_after, held_after, subject, identity, key, description, reference_type,
        reference_id, metadata, body)
      SELECT $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7),
        unnest($8), unnest($9), unnest($10), unnest($11), unnest($12), unnest($13), unnest($14),
        unnest($15), unnest($16), unnest($17), unnest($18)
      """,
      parameterTypes: [
        .int2, .uuidArray, .int2Array, .int8Array, .timestamptzArray, .int2Array, .int8Array,
        .int8Array, .int8Array, .int8Array, .int8Array, .uuidArray, .textArray, .textArray,
        .textArray, .textArray, .jsonArray, .byteaArray,
      ])
    let holdTypes: [TypeOID] = [
      .int2, .uuidArray, .int2Array, .int8Array, .timestamptzArray, .int8Array, .byteaArray,
    ]
    insertHolds = Query(
      "insert_holds",
      """
      INSERT INTO \(schema).hold (slot, account_id, stream, version, lapses_at, remaining, body)
      SELECT $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7)
      """, parameterTypes: holdTypes)
    updateHolds = Query(
      "update_holds",
      """
      INSERT INTO \(schema).hold (slot, account_id, stream, version, lapses_at, remaining, body)
      SELECT $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7)
      ON CONFLICT (slot, account_id, version, stream) DO UPDATE
      SET lapses_at = excluded.lapses_at, remaining = excluded.remaining, body = excluded.body
      """, parameterTypes: holdTypes)
    deleteHolds = Query(
      "delete_holds",
      """
      DELETE FROM \(schema).hold h
      USING (
        SELECT $1::smallint AS slot, unnest($2) AS account_id, unnest($3) AS stream,
          unnest($4) AS version
      ) u
      WHERE h.slot = u.slot AND h.account_id = u.account_id AND h.version = u.version
        AND h.stream = u.stream
      """, parameterTypes: [.int2, .uuidArray, .int2Array, .int8Array])
    upsertLots = Query(
      "upsert_lots",
      """
      INSERT INTO \(schema).lot (slot, account_id, stream, version, due_at, body)
      SELECT $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6)
      ON CONFLICT (slot, account_id, stream, version)
        DO UPDATE SET due_at = excluded.due_at, body = excluded.body
      """,
      parameterTypes: [
        .int2, .uuidArray, .int2Array, .int8Array, .timestamptzArray, .byteaArray,
      ])
    upsertRecords = Query(
      "upsert_records",
      """
      INSERT INTO \(schema).usage_record (slot, account_id, stream, version, at, body)
      SELECT $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6)
      ON CONFLICT (slot, account_id, stream, version) DO UPDATE SET body = excluded.body
      """,
      parameterTypes: [
        .int2, .uuidArray, .int2Array, .int8Array, .timestamptzArray, .byteaArray,
      ])
    insertGroups = Query(
      "insert_groups",
      """
      INSERT INTO \(schema).group_key (slot, group_id, fingerprint)
      SELECT $1, unnest($2), unnest($3)
      """, parameterTypes: [.int2, .uuidArray, .uuidArray])
    insertFeed = Query(
      "insert_feed",
      """
      INSERT INTO \(schema).feed (slot, xid, at, ranges) VALUES ($1, pg_current_xact_id(), $2, $3)
      """, parameterTypes: [.int2, .timestamptz, .bytea])
  }
}
