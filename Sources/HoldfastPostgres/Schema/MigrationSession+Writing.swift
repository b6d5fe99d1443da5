internal import Holdfast

/// What a migration writes.
extension MigrationSession {
  func createSchema() throws(MigrationError) {
    let owner = settings.owner.map { " AUTHORIZATION \($0.quoted)" } ?? ""
    try run("CREATE SCHEMA \(settings.schema.quoted)\(owner)")
  }

  /// Until the transaction ends.
  func actAsOwner() throws(MigrationError) {
    if let owner = settings.owner { try run("SET LOCAL ROLE \(owner.quoted)") }
  }

  /// Applies a migration and records it.
  func apply(_ migration: Migration) throws(MigrationError) {
    try run(migration.script.filled(schema: settings.schema))
    let record = Query(
      "migrate.record",
      "INSERT INTO \(settings.schema.quoted).migration (number, name, checksum)"
        + " VALUES ($1, $2, $3)",
      parameterTypes: [.int4, .text, .text])
    _ = try rows(
      record, .int4(migration.number), .text(migration.name), .text(migration.checksum))
  }

  /// Decides what holds for as long as the schema lives.
  func install(slots: Int16) throws(MigrationError) {
    let schema = settings.schema.quoted
    let hashKey =
      settings.hashKey
      ?? HashKey(
        first: .random(in: .min ... .max), second: .random(in: .min ... .max))
    let decide = Query(
      "migrate.install",
      "INSERT INTO \(schema).installation (slots, hash_key_first, hash_key_second)"
        + " VALUES ($1, $2, $3)",
      parameterTypes: [.int2, .int8, .int8])
    _ = try rows(
      decide, .int2(slots), .int8(Int64(bitPattern: hashKey.first)),
      .int8(Int64(bitPattern: hashKey.second)))
    let slotRows = Query(
      "migrate.slot-rows",
      "INSERT INTO \(schema).slot (slot) SELECT pg_catalog.generate_series(0, $1 - 1)",
      parameterTypes: [.int4])
    _ = try rows(slotRows, .int4(Int32(slots)))
  }
}
