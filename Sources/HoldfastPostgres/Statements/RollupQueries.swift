/// Adding to stored sums, bringing them together, and reading all of them.
struct RollupQueries: Sendable {
  let addConsumption: Query
  let addUsage: Query
  /// Every stored sum of a tenant, over all writers.
  let consumptionOfTenant: Query
  let usageOfTenant: Query
  /// The tenants whose sums are complete, of these; an empty name stands for all tenants.
  let coverage: Query
  /// Brings rows of several writers together under one, of buckets that begin before an instant; so
  /// many at a time. Rows that somebody adds to just now are left for the next time.
  let gatherConsumption: Query
  let gatherUsage: Query

  init(schema: String) {
    let consumptions = RollupText(schema: schema, ConsumptionRollup.self)
    let usages = RollupText(schema: schema, UsageRollup.self)
    addConsumption = Query(
      "add_consumption", consumptions.adding, parameterTypes: consumptions.typesOfAdding)
    addUsage = Query("add_usage", usages.adding, parameterTypes: usages.typesOfAdding)
    consumptionOfTenant = Query(
      "consumption_of_tenant", consumptions.readingAll, parameterTypes: [.int2, .text])
    usageOfTenant = Query(
      "usage_of_tenant", usages.readingAll, parameterTypes: [.int2, .text])
    coverage = Query(
      "statistics_coverage",
      "SELECT tenant FROM \(schema).statistics_coverage WHERE tenant = ANY($1)",
      parameterTypes: [.textArray])
    gatherConsumption = Query(
      "gather_consumption", consumptions.gathering, parameterTypes: [.int2, .timestamptz, .int8])
    gatherUsage = Query(
      "gather_usage", usages.gathering, parameterTypes: [.int2, .timestamptz, .int8])
  }
}
