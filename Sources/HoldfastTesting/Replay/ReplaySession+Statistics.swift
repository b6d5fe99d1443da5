internal import Holdfast

/// Runs the operations that ask for statistics.
extension ReplaySession {
  func statistics(
    _ operation: Operation, _ fields: Fields, in tenant: TenantName
  ) async throws(LedgerError) -> JSONValue {
    let store = world.store
    let period = try fields.period()
    var result = JSONObject()
    result.set("from", period.from)
    result.set("to", period.to)
    result["granularity"] = .string(period.granularity.rawValue)
    switch operation {
    case .consumption:
      let query = try fields.query(period, try fields.consumptionGrouping())
      result.add(try await store.consumption(query, in: tenant))
    case .usageStatistics:
      let query = UsageQuery(
        item: try fields.string("item").map { ItemName($0) }, account: try fields.account(),
        period: period, grouping: try fields.usageGrouping(), top: try fields.int("top"))
      result.add(try await store.usageStatistics(query, in: tenant))
    case .reservationStatistics:
      let query = try fields.query(period, try fields.reservationGrouping())
      result.add(try await store.reservationStatistics(query, in: tenant))
    case .expiringCredits:
      let query = try fields.query(period, try fields.lotGrouping())
      result.add(try await store.expiringCredits(query, in: tenant))
    case .breakage:
      let query = try fields.query(period, try fields.lotGrouping())
      result.add(try await store.breakage(query, in: tenant))
    default:
      let query = HeldPeaksQuery(
        unit: try fields.needUnit(), account: try fields.account(), period: period)
      result.add(try await store.heldPeaks(query, in: tenant))
    }
    return .object(result)
  }
}
