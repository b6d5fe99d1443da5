/// Every statement that the store sends while it works, for one schema.
///
/// Each names one slot (`$1`), so that it touches one part of the data wherever the slots live. Rows
/// go in as arrays, one for each column.
package struct Queries: Sendable {
  let loading: LoadingQueries
  let writing: WritingQueries
  let defining: DefiningQueries
  let reading: ReadingQueries
  let erasing: ErasingQueries
  let archive: ArchiveQueries
  let archiving: ArchivingQueries
  let rollups: RollupQueries
  let statistics: StatisticsQueries
  let rebuilding: RebuildingQueries

  package init(schema: SchemaName) {
    let schema = schema.quoted
    loading = LoadingQueries(schema: schema)
    writing = WritingQueries(schema: schema)
    defining = DefiningQueries(schema: schema)
    reading = ReadingQueries(schema: schema)
    erasing = ErasingQueries(schema: schema)
    archive = ArchiveQueries(schema: schema)
    archiving = ArchivingQueries(schema: schema)
    rollups = RollupQueries(schema: schema)
    statistics = StatisticsQueries(schema: schema)
    rebuilding = RebuildingQueries(schema: schema)
  }
}

/// Beginning and ending transactions.
package enum TransactionQueries {
  package static let all = [
    begin, beginReading, beginRebuilding, commit, number, planByIndex, planBriefly,
  ]
  package static let begin = Query("begin", "BEGIN ISOLATION LEVEL READ COMMITTED")
  package static let beginReading = Query(
    "begin_reading", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  package static let beginRebuilding = Query(
    "begin_rebuilding", "BEGIN ISOLATION LEVEL REPEATABLE READ")
  package static let commit = Query("commit", "COMMIT")
  /// The number of the transaction, which it gets by this if it has none.
  package static let number = Query("transaction_number", "SELECT pg_current_xact_id()")
  /// Plans for arrays of unknown length go wrong easily: every statement here has an index for its
  /// full key, and that is the way in. In force until the transaction ends, so that a pooler may give
  /// the connection to somebody else afterwards.
  package static let planByIndex = Query("plan_by_index", settings(lockTimeout: "5s"))
  /// The same for who has others waiting: a row that somebody holds for long is not waited for.
  package static let planBriefly = Query("plan_briefly", settings(lockTimeout: "500ms"))

  private static func settings(lockTimeout: String) -> String {
    """
    SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_material', 'off', true),
      set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true),
      set_config('lock_timeout', '\(lockTimeout)', true), set_config('statement_timeout', '30s', true),
      set_config('idle_in_transaction_session_timeout', '15s', true)
    """
  }
}
