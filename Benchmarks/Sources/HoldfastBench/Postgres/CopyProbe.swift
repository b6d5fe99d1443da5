/// How fast the server takes rows when nothing is decided: COPY BINARY of journal rows, into a table
/// with the journal's indexes, one transaction.
enum CopyProbe {
  static func rowsPerSecond(_ connection: BenchConnection, rows: Int = 200_000) throws -> Double {
    try connection.execute("CREATE TABLE baseline.copied (LIKE baseline.journal INCLUDING ALL)")
    defer { _ = try? connection.execute("DROP TABLE baseline.copied") }
    // Rows of settlements, each under its own key, one after the other on 10,000 accounts.
    let messages = try connection.copyOut(
      """
      COPY (
        SELECT (r % \(Popularity.accounts) + 1)::bigint, 'credits', r::bigint, now(), 'settle',
          gen_random_uuid()::text, 60::bigint, -60::bigint, -75::bigint, 3000000000000 - 60 * r,
          0::bigint, r::bigint, jsonb_build_object('model', 'image-3', 'request', md5(r::text))
        FROM generate_series(1::bigint, \(rows)) r
      ) TO STDOUT (FORMAT binary)
      """)
    let clock = ContinuousClock()
    let spent = try clock.measure {
      try connection.copyIn("COPY baseline.copied FROM STDIN (FORMAT binary)", messages)
    }
    guard try connection.value("SELECT count(*) FROM baseline.copied") == String(rows) else {
      throw BrokenLedger(what: "COPY lost rows")
    }
    return Double(rows) / (spent / .seconds(1))
  }
}
