/// Correcting stored sums by what the journal comes to.
struct RebuildingQueries: Sendable {
  /// The tenant's sums are complete from here on.
  let cover: Query
  /// Notes that the sums of a slot are rebuilt; of two at a time one is refused.
  let claim: Query
  /// Takes away in the rows of a writer what all others have of a tenant, so that what is left of what
  /// the rows come to is what was missing.
  let subtractConsumption: Query
  let subtractUsage: Query
  /// Removes the rows of a writer that say nothing.
  let dropEmptyConsumption: Query
  let dropEmptyUsage: Query
  /// How many rows of a tenant are a writer's.
  let countConsumption: Query
  let countUsage: Query

  init(schema: String) {
    let consumptions = RollupText(schema: schema, ConsumptionRollup.self)
    let usages = RollupText(schema: schema, UsageRollup.self)
    cover = Query(
      "cover_statistics",
      """
      INSERT INTO \(schema).statistics_coverage (tenant) VALUES ($1)
      ON CONFLICT (tenant) DO UPDATE SET at = excluded.at
      """, parameterTypes: [.text])
    claim = Query(
      "claim_rebuilding",
      """
      INSERT INTO \(schema).statistics_rebuild AS b (slot, runs) VALUES ($1, 1)
      ON CONFLICT (slot) DO UPDATE SET runs = b.runs + 1
      """, parameterTypes: [.int2])
    let types: [TypeOID] = [.int2, .int8, .text]
    subtractConsumption = Query(
      "subtract_consumption", consumptions.subtracting, parameterTypes: types)
    subtractUsage = Query("subtract_usage", usages.subtracting, parameterTypes: types)
    dropEmptyConsumption = Query(
      "drop_empty_consumption", consumptions.droppingEmpty, parameterTypes: types)
    dropEmptyUsage = Query("drop_empty_usage", usages.droppingEmpty, parameterTypes: types)
    countConsumption = Query("count_consumption", consumptions.counting, parameterTypes: types)
    countUsage = Query("count_usage", usages.counting, parameterTypes: types)
  }
}
