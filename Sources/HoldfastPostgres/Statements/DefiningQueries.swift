internal import Holdfast

/// Definitions, and the limits of single accounts.
struct DefiningQueries: Sendable {
  /// Every revision of every item of some tenants.
  let items: Query
  /// How one unit is shown.
  let unit: Query
  let upsertUnit: Query
  let insertItem: Query
  let insertOverride: Query
  /// Tells every process that a definition changed; the row is locked until the transaction ends, so
  /// that changes follow each other.
  let raiseRevision: Query
  let insertAccount: Query

  init(schema: String) {
    items = Query(
      "items",
      """
      SELECT tenant, body FROM \(schema).usage_item
      WHERE tenant = ANY($1) ORDER BY tenant, item, revision
      """, parameterTypes: [.textArray])
    unit = Query(
      "unit", "SELECT body FROM \(schema).unit_definition WHERE tenant = $1 AND unit = $2",
      parameterTypes: [.text, .text])
    upsertUnit = Query(
      "upsert_unit",
      """
      INSERT INTO \(schema).unit_definition (tenant, unit, body) VALUES ($1, $2, $3)
      ON CONFLICT (tenant, unit) DO UPDATE SET body = excluded.body
      """, parameterTypes: [.text, .text, .json])
    insertItem = Query(
      "insert_item",
      """
      INSERT INTO \(schema).usage_item (tenant, item, revision, body) VALUES ($1, $2, $3, $4)
      """, parameterTypes: [.text, .text, .int4, .json])
    insertOverride = Query(
      "insert_override",
      """
      INSERT INTO \(schema).usage_override (slot, account_id, item, revision, limits)
      SELECT $1, $2, $3, coalesce(max(revision), 0) + 1, $4 FROM \(schema).usage_override
      WHERE slot = $1 AND account_id = $2 AND item = $3
      """, parameterTypes: [.int2, .uuid, .text, .json])
    raiseRevision = Query(
      "raise_revision",
      "UPDATE \(schema).definition_revision SET revision = revision + 1 WHERE id = 1")
    insertAccount = Query(
      "insert_account",
      """
      INSERT INTO \(schema).account (slot, account_id, tenant, name, created_at)
      VALUES ($1, $2, $3, $4, clock_timestamp())
      ON CONFLICT (slot, account_id) DO NOTHING
      """, parameterTypes: [.int2, .uuid, .text, .text])
  }

  /// The definitions that the answer to `items` has; empty ones for tenants without any.
  static func definitions(
    of tenants: Set<TenantName>, in rows: Rows
  ) throws(CorruptRow) -> [TenantName: TenantDefinitions] {
    var definitions: [TenantName: TenantDefinitions] = [:]
    for tenant in tenants { definitions[tenant] = TenantDefinitions() }
    for row in 0..<rows.rowCount {
      definitions[TenantName(rows.text(row, 0)), default: TenantDefinitions()].define(
        try UsageItemDefinition(storedText: rows.text(row, 1)))
    }
    return definitions
  }
}
