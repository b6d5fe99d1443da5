/// What an erasure sends besides what others send, as the owner of the tables.
struct ErasingQueries: Sendable {
  let account: Query
  let blankName: Query
  let record: Query
  let stream: Query
  let rewriteRows: Query

  init(schema: String) {
    account = Query(
      "erase_account",
      """
      SELECT tenant, name FROM \(schema).account WHERE slot = $1 AND account_id = $2
      """, parameterTypes: [.int2, .uuid])
    blankName = Query(
      "erase_name",
      "UPDATE \(schema).account SET name = '' WHERE slot = $1 AND account_id = $2",
      parameterTypes: [.int2, .uuid])
    record = Query(
      "erase_record",
      "INSERT INTO \(schema).erasure (slot, account_id) VALUES ($1, $2)",
      parameterTypes: [.int2, .uuid])
    stream = Query(
      "erase_stream",
      """
      SELECT stream FROM \(schema).stream
      WHERE slot = $1 AND account_id = $2 AND kind = $3 AND name = $4
      """, parameterTypes: [.int2, .uuid, .int2, .text])
    rewriteRows = Query(
      "erase_rows",
      """
      UPDATE \(schema).journal j
      SET key = u.key, description = NULL, reference_type = NULL, reference_id = NULL,
        metadata = NULL, body = u.body
      FROM (SELECT unnest($4) AS version, unnest($5) AS key, unnest($6) AS body) u
      WHERE j.slot = $1 AND j.account_id = $2 AND j.stream = $3 AND j.version = u.version
      """,
      parameterTypes: [.int2, .uuid, .int2, .int8Array, .textArray, .byteaArray])
  }
}
