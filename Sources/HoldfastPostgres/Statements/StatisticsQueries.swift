/// What statistics read, besides what other reads do.
///
/// Of those over stored sums, `$1` is the slot, `$2` where the buckets of the report begin, `$3`, `$4`
/// and `$5` are ranges of stored buckets: how long each of them is, where the first begins and where the
/// last ends. The names follow. Answered is, by report bucket and group, the sum of each figure, and the
/// greatest figure that was met: one at the end of 64 bits may be more in truth.
struct StatisticsQueries: Sendable {
  let consumption: Query
  let consumptionByKind: Query
  let consumptionByItem: Query
  let usage: Query
  let usageByItem: Query
  /// Of some streams the last versions before two instants, found by bisection on the key as instants
  /// never decrease along the versions; rows that are there no more count as earlier.
  let versionsBefore: Query
  /// Rows of some events within ranges of versions.
  let rowsInRanges: Query
  /// Records of usage within ranges of versions.
  let recordsInRanges: Query

  init(schema: String) {
    let consumptions = RollupText(schema: schema, ConsumptionRollup.self)
    consumption = Query(
      "consumption", consumptions.reading(by: nil), parameterTypes: consumptions.typesOfReading)
    consumptionByKind = Query(
      "consumption_by_kind", consumptions.reading(by: "kind"),
      parameterTypes: consumptions.typesOfReading)
    consumptionByItem = Query(
      "consumption_by_item", consumptions.reading(by: "item"),
      parameterTypes: consumptions.typesOfReading)
    let usages = RollupText(schema: schema, UsageRollup.self)
    usage = Query("usage", usages.reading(by: nil), parameterTypes: usages.typesOfReading)
    usageByItem = Query(
      "usage_by_item", usages.reading(by: "item"), parameterTypes: usages.typesOfReading)
    let before = { (instant: String) in
      """
      CROSS JOIN LATERAL (
        WITH RECURSIVE bisection (low, high) AS (
          SELECT 0::bigint, u.version
          UNION ALL
          SELECT
            CASE WHEN r.at >= \(instant) THEN b.low ELSE m.middle END,
            CASE WHEN r.at >= \(instant) THEN m.middle - 1 ELSE b.high END
          FROM bisection b
          CROSS JOIN LATERAL (SELECT b.low + (b.high - b.low + 1) / 2 AS middle) m
          LEFT JOIN LATERAL (
            SELECT j.at FROM \(schema).journal j
            WHERE j.slot = $1 AND j.account_id = u.account_id AND j.stream = u.stream
              AND j.version = m.middle
            OFFSET 0
          ) r ON true
          WHERE b.low < b.high
        )
        SELECT low FROM bisection WHERE low = high
      )
      """
    }
    versionsBefore = Query(
      "versions_before",
      """
      SELECT u.account_id, u.stream, f.low, n.low
      FROM (SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS version) u
      \(before("$5")) f
      \(before("$6")) n
      """,
      parameterTypes: [.int2, .uuidArray, .int2Array, .int8Array, .timestamptz, .timestamptz])
    let ranges = """
      FROM (
        SELECT unnest($2) AS account_id, unnest($3) AS stream, unnest($4) AS first,
          unnest($5) AS last
      ) u
      """
    let rangeTypes: [TypeOID] = [.int2, .uuidArray, .int2Array, .int8Array, .int8Array]
    rowsInRanges = Query(
      "rows_in_ranges",
      """
      SELECT r.* \(ranges)
      CROSS JOIN LATERAL (
        SELECT \(LoadingQueries.rowColumns) FROM \(schema).journal j
        WHERE j.slot = $1 AND j.account_id = u.account_id AND j.stream = u.stream
          AND j.version BETWEEN u.first AND u.last AND j.event = ANY($6)
        ORDER BY j.version
        OFFSET 0
      ) r
      """, parameterTypes: rangeTypes + [.int2Array])
    recordsInRanges = Query(
      "records_in_ranges",
      """
      SELECT r.* \(ranges)
      CROSS JOIN LATERAL (
        SELECT c.account_id, c.stream, c.version, c.at, c.body FROM \(schema).usage_record c
        WHERE c.slot = $1 AND c.account_id = u.account_id AND c.stream = u.stream
          AND c.version BETWEEN u.first AND u.last
        OFFSET 0
      ) r
      """, parameterTypes: rangeTypes)
  }
}
