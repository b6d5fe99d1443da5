/// What archiving sends besides what others send, as the owner of the tables.
struct ArchivingQueries: Sendable {
  /// Accounts of a slot behind an id, in order of ids, and whether a row of theirs is older than an
  /// instant or stayed behind a checkpoint.
  let accounts: Query
  /// When an account was erased last.
  let erasedAt: Query
  /// Says that rows are archived from now on, before any is.
  let begin: Query
  /// Opens a file; its number is one more than the last.
  let insertFile: Query
  let growFile: Query
  let insertKept: Query
  /// Removes the rows of a stretch, but for some.
  let deleteRows: Query
  let upsertCheckpoint: Query
  /// The roles that may read the journal, as they stand in a statement, but for its owner.
  let readers: Query

  init(schema: String) {
    accounts = Query(
      "archiving_accounts",
      """
      SELECT a.account_id, EXISTS (
        SELECT FROM \(schema).stream s
        LEFT JOIN \(schema).checkpoint c
          ON c.slot = $1 AND c.account_id = s.account_id AND c.stream = s.stream
        LEFT JOIN LATERAL (
          SELECT j.at FROM \(schema).journal j
          WHERE j.slot = $1 AND j.account_id = s.account_id AND j.stream = s.stream
            AND j.version > coalesce(c.version, 0)
          ORDER BY j.version LIMIT 1
        ) r ON true
        WHERE s.slot = $1 AND s.account_id = a.account_id AND (r.at < $3 OR c.kept_rows > 0)
      )
      FROM \(schema).account a
      WHERE a.slot = $1 AND a.account_id > $2
      ORDER BY a.account_id LIMIT $4
      """, parameterTypes: [.int2, .uuid, .timestamptz, .int8])
    erasedAt = Query(
      "archiving_erased_at",
      "SELECT max(at) FROM \(schema).erasure WHERE slot = $1 AND account_id = $2",
      parameterTypes: [.int2, .uuid])
    begin = Query(
      "archiving_begin",
      """
      UPDATE \(schema).definition_revision SET archived = true WHERE id = 1 AND NOT archived
      """)
    insertFile = Query(
      "archiving_insert_file",
      """
      INSERT INTO \(schema).archive_file (number, name, before, rows, bytes, tail)
      SELECT n.number, $1 || '-' || pg_catalog.lpad(n.number::text, 6, '0') || '.jsonl', $2, 0, 0, ''
      FROM (SELECT coalesce(max(number), 0) + 1 AS number FROM \(schema).archive_file) n
      RETURNING number, name
      """, parameterTypes: [.text, .timestamptz])
    growFile = Query(
      "archiving_grow_file",
      """
      UPDATE \(schema).archive_file SET rows = $2, bytes = $3, tail = $4 WHERE number = $1
      """, parameterTypes: [.int4, .int8, .int8, .text])
    insertKept = Query(
      "archiving_insert_kept",
      """
      INSERT INTO \(schema).archived_key (slot, account_id, stream, version, identity, subject, body)
      SELECT $1, $2, $3, unnest($4), unnest($5), unnest($6), unnest($7)
      """,
      parameterTypes: [
        .int2, .uuid, .int2, .int8Array, .uuidArray, .int8Array, .byteaArray,
      ])
    deleteRows = Query(
      "archiving_delete_rows",
      """
      DELETE FROM \(schema).journal
      WHERE slot = $1 AND account_id = $2 AND stream = $3 AND version > $4 AND version <= $5
        AND version <> ALL ($6)
      """, parameterTypes: [.int2, .uuid, .int2, .int8, .int8, .int8Array])
    upsertCheckpoint = Query(
      "archiving_checkpoint",
      """
      INSERT INTO \(schema).checkpoint (slot, account_id, stream, version, at, posted, held, debt,
        scheduled, overdraft_limit, entry_count, kept_rows, digest, lots, holds)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      ON CONFLICT (slot, account_id, stream) DO UPDATE
      SET version = excluded.version, at = excluded.at, posted = excluded.posted,
        held = excluded.held, debt = excluded.debt, scheduled = excluded.scheduled,
        overdraft_limit = excluded.overdraft_limit, entry_count = excluded.entry_count,
        kept_rows = excluded.kept_rows, digest = excluded.digest, lots = excluded.lots,
        holds = excluded.holds
      """,
      parameterTypes: [
        .int2, .uuid, .int2, .int8, .timestamptz, .int8, .int8, .int8, .int8, .int8, .int8, .int8,
        .uuid, .bytea, .bytea,
      ])
    readers = Query(
      "archiving_readers",
      """
      SELECT DISTINCT pg_catalog.quote_ident(role.rolname)
      FROM pg_catalog.pg_class table_row
      JOIN pg_catalog.pg_namespace namespace ON namespace.oid = table_row.relnamespace
      CROSS JOIN LATERAL pg_catalog.aclexplode(table_row.relacl) grant_row
      JOIN pg_catalog.pg_roles role ON role.oid = grant_row.grantee
      WHERE namespace.nspname = $1 AND table_row.relname = 'journal'
        AND grant_row.privilege_type = 'SELECT' AND grant_row.grantee <> table_row.relowner
      """, parameterTypes: [.text])
  }
}
