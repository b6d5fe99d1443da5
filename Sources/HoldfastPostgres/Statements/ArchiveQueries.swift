/// What is asked of archived rows, once there are any.
struct ArchiveQueries: Sendable {
  /// What is kept of rows, by identity, version and subject.
  let rowsByIdentity: Query
  let rowsByVersion: Query
  let rowsBySubject: Query
  let accountsByIdentity: Query
  /// What is kept of the rows of a stream behind a version, in order.
  let rowsOfStream: Query
  /// The checkpoints of an account.
  let checkpoints: Query
  /// Up to when rows of some accounts were archived.
  let instants: Query
  /// The rows of a stream that are still in the journal behind its checkpoint, in order.
  let staying: Query
  let files: Query

  /// They begin as those of a row of the journal do.
  static let rowColumns = "k.account_id, k.stream, k.version, k.identity, k.subject, k.body"

  static let columnCount = 6

  init(schema: String) {
    let positionTypes: [TypeOID] = [.int2, .uuidArray, .int2Array, .int8Array]
    let columns = ArchiveQueries.rowColumns
    rowsByIdentity = Query(
      "kept_by_identity",
      LookUp(schema, "archived_key", "k", by: ["identity", "account_id"]).text(columns),
      parameterTypes: [.int2, .uuidArray, .uuidArray])
    rowsByVersion = Query(
      "kept_by_version",
      LookUp(schema, "archived_key", "k", by: ["account_id", "stream", "version"]).text(columns),
      parameterTypes: positionTypes)
    rowsBySubject = Query(
      "kept_by_subject",
      LookUp(schema, "archived_key", "k", by: ["account_id", "stream", "subject"]).text(columns),
      parameterTypes: positionTypes)
    accountsByIdentity = Query(
      "kept_accounts_by_identity",
      """
      SELECT a.tenant, a.name, \(columns), s.name
      FROM (SELECT * FROM \(schema).archived_key WHERE slot = $1 AND identity = $2 OFFSET 0) k
      CROSS JOIN LATERAL (
        SELECT tenant, name FROM \(schema).account
        WHERE slot = $1 AND account_id = k.account_id
        OFFSET 0
      ) a
      CROSS JOIN LATERAL (
        SELECT name FROM \(schema).stream
        WHERE slot = $1 AND account_id = k.account_id AND stream = k.stream
        OFFSET 0
      ) s
      WHERE a.tenant = $3
      """, parameterTypes: [.int2, .uuid, .text])
    rowsOfStream = Query(
      "kept_of_stream",
      """
      SELECT \(columns) FROM \(schema).archived_key k
      WHERE k.slot = $1 AND k.account_id = $2 AND k.stream = $3 AND k.version > $4
      ORDER BY k.version LIMIT $5
      """, parameterTypes: [.int2, .uuid, .int2, .int8, .int8])
    checkpoints = Query(
      "checkpoints",
      """
      SELECT stream, version, at, posted, held, debt, scheduled, overdraft_limit, entry_count,
        digest, lots, holds
      FROM \(schema).checkpoint WHERE slot = $1 AND account_id = $2 ORDER BY stream
      """, parameterTypes: [.int2, .uuid])
    instants = Query(
      "archived_through",
      LookUp(schema, "checkpoint", "c", by: ["account_id"]).text("c.account_id, c.at"),
      parameterTypes: [.int2, .uuidArray])
    staying = Query(
      "staying_rows",
      """
      SELECT \(LoadingQueries.rowColumns) FROM \(schema).journal j
      WHERE j.slot = $1 AND j.account_id = $2 AND j.stream = $3 AND j.version <= $4
      ORDER BY j.version
      """, parameterTypes: [.int2, .uuid, .int2, .int8])
    files = Query(
      "archive_files",
      "SELECT number, name, rows, bytes, tail FROM \(schema).archive_file ORDER BY number")
  }
}
