/// The text of the statements on a table of sums.
struct RollupText {
  private let table: String
  /// The names that have to be known to find a bucket, and the others.
  private let outerNames: [String]
  private let innerNames: [String]
  private let figures: [String]

  init<Table: RollupTable>(schema: String, _ table: Table.Type) {
    self.table = "\(schema).\(Table.name)"
    outerNames = Array(Table.keyColumns[..<Table.bucketIndex])
    innerNames = Array(Table.keyColumns[Table.bucketIndex...])
    figures = Table.Figures.columns
  }

  private var columns: [String] { names + figures }
  private var names: [String] { ["seconds", "start_at"] + outerNames + innerNames }

  /// The beginning and the end of a statement that adds to rows.
  private var insert: String {
    "INSERT INTO \(table) AS r (slot, writer, \(columns.joined(separator: ", ")))"
  }

  private var onConflict: String {
    let key = ["slot"] + outerNames + ["seconds", "start_at"] + innerNames + ["writer"]
    let sums = figures.map { "\($0) = \(RollupText.cappedSum($0))" }
    return """
      ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(sums.joined(separator: ",\n  "))
      """
  }

  /// Adds sums in the rows of a writer.
  var adding: String {
    let arrays = columns.indices.map { "unnest($\($0 + 3))" }
    return """
      \(insert)
      SELECT $1, $2, \(arrays.joined(separator: ", "))
      \(onConflict)
      """
  }

  /// Takes away in the rows of writer `$2` what all others have of tenant `$3`.
  var subtracting: String {
    let keys = names.map { "t.\($0)" }
    let sums = figures.map { "-sum(t.\($0))::bigint" }
    return """
      \(insert)
      SELECT $1, $2, \((keys + sums).joined(separator: ", "))
      FROM \(table) t WHERE t.slot = $1 AND t.tenant = $3 AND t.writer <> $2
      GROUP BY \(keys.joined(separator: ", "))
      \(onConflict)
      """
  }

  var droppingEmpty: String {
    """
    DELETE FROM \(table) t WHERE t.slot = $1 AND t.tenant = $3 AND t.writer = $2
      \(figures.map { "AND t.\($0) = 0" }.joined(separator: " "))
    """
  }

  var counting: String {
    "SELECT count(*) FROM \(table) t WHERE t.slot = $1 AND t.tenant = $3 AND t.writer = $2"
  }

  /// Brings up to `$3` rows of buckets that begin before `$2` together, in the order of their keys.
  var gathering: String {
    let keys = names.map { "g.\($0)" }
    let sums = figures.map { "sum(g.\($0))::bigint" }
    return """
      WITH place AS (
        SELECT p.ctid AS place FROM \(table) p
        WHERE p.slot = $1 AND p.writer <> 0 AND p.start_at < $2
        ORDER BY p.start_at LIMIT $3 FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM \(table) t USING place
        WHERE t.slot = $1 AND t.ctid = place.place
        RETURNING t.*
      )
      \(insert)
      SELECT $1, 0, \((keys + sums).joined(separator: ", ")) FROM gone g
      GROUP BY \(keys.joined(separator: ", ")) ORDER BY \(keys.joined(separator: ", "))
      \(onConflict)
      """
  }

  var typesOfAdding: [TypeOID] {
    let texts = (outerNames + innerNames).map { _ in TypeOID.textArray }
    return [.int2, .int8, .int4Array, .timestamptzArray] + texts + figures.map { _ in .int8Array }
  }

  func reading(by column: String?) -> String {
    let conditions = outerNames.enumerated().map { "AND t.\($1) = $\($0 + 6)" }
    let sums = figures.map { "sum(r.\($0))::bigint" }
    let all = figures.map { "r.\($0)" }
    return """
      SELECT width_bucket(r.start_at, $2), \(column.map { "r.\($0)" } ?? "NULL::text"),
        \(sums.joined(separator: ", ")), max(greatest(\(all.joined(separator: ", "))))
      FROM (SELECT unnest($3) AS seconds, unnest($4) AS first, unnest($5) AS next) u
      CROSS JOIN LATERAL (
        SELECT t.* FROM \(table) t
        WHERE t.slot = $1 \(conditions.joined(separator: " ")) AND t.seconds = u.seconds
          AND t.start_at >= u.first AND t.start_at < u.next
        OFFSET 0
      ) r
      GROUP BY 1, 2
      """
  }

  var typesOfReading: [TypeOID] {
    [.int2, .timestamptzArray, .int4Array, .timestamptzArray, .timestamptzArray]
      + outerNames.map { _ in .text }
  }

  /// All of a tenant, with the names behind the bucket and the figures behind those.
  var readingAll: String {
    let keys = (["seconds", "start_at"] + outerNames.dropFirst() + innerNames).map { "t.\($0)" }
    return """
      SELECT \(keys.joined(separator: ", ")),
        \(figures.map { "sum(t.\($0))::bigint" }.joined(separator: ", "))
      FROM \(table) t WHERE t.slot = $1 AND t.tenant = $2
      GROUP BY \(keys.joined(separator: ", "))
      """
  }

  /// The sum of what stands there and what comes, which stays at the end of 64 bits once it gets there:
  /// a figure that no report can show is no reason to refuse a command.
  private static func cappedSum(_ column: String) -> String {
    let most = "9223372036854775807"
    let (old, new) = ("r.\(column)", "excluded.\(column)")
    return """
      CASE
        WHEN \(old) >= \(most) - greatest(\(new), 0) THEN \(most)
        WHEN \(old) <= -\(most) - least(\(new), 0) THEN -\(most)
        ELSE \(old) + \(new)
      END
      """
  }
}
