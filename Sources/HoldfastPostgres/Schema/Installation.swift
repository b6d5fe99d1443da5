package import Holdfast

/// What was decided when the schema was made, with the version it has now. A store reads it when it
/// starts.
package struct Installation: Hashable, Sendable {
  /// Over how many slots the rows are spread, 1 … 64; the same for as long as the schema lives.
  package let slots: Int16
  /// The key under which account ids are made of names.
  package let hashKey: HashKey
  /// The number of the last migration.
  package let version: Int32

  package init(slots: Int16, hashKey: HashKey, version: Int32) {
    self.slots = slots
    self.hashKey = hashKey
    self.version = version
  }

  /// Reads it; `nil` when the schema holds no ledger.
  ///
  /// Outside a transaction: where there is no ledger, the statement fails.
  package static func read(
    _ schema: SchemaName, on connection: any Connection, deadline: Deadline
  ) throws(PostgresError) -> Installation? {
    let answer: [Rows]
    do throws(PostgresError) {
      answer = try connection.run([Statement(query(schema))], deadline: deadline)
    } catch {
      if error.sqlState == .undefinedTable { return nil }
      throw error
    }
    guard let rows = answer.first, rows.rowCount == 1 else { return nil }
    return Installation(
      slots: rows.int16(0, 0),
      hashKey: HashKey(
        first: UInt64(bitPattern: rows.int64(0, 1)), second: UInt64(bitPattern: rows.int64(0, 2))),
      version: rows.int32(0, 3))
  }

  /// What was read, when this release works on it; `schema_mismatch` otherwise.
  package static func usable(_ found: Installation?) throws(LedgerError) -> Installation {
    guard let found else { throw SchemaVersion.mismatch(0) }
    try SchemaVersion.check(found.version)
    return found
  }

  private static func query(_ schema: SchemaName) -> Query {
    Query(
      "installation",
      """
      SELECT slots, hash_key_first, hash_key_second,
        (SELECT coalesce(max(number), 0) FROM \(schema.quoted).migration)
      FROM \(schema.quoted).installation
      """)
  }
}
