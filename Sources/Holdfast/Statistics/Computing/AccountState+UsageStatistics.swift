/// What an account contributes to usage statistics.
extension AccountState {
  /// Adds the records of the period, net of what was taken back since.
  package func addUsage(
    _ query: UsageQuery, to sums: inout StatisticsAccumulator<UsageFigures>
  ) throws(LedgerError) {
    for meter in meters where query.item == nil || meter.item == query.item {
      let key: StatisticsKey? =
        switch query.grouping {
        case .item: .value(meter.item.text)
        case .account: .value(name.text)
        case nil: nil
        }
      for record in meter.records.values where sums.buckets.index(of: record.instant) != nil {
        try sums.add(figures(of: record), at: record.instant, key: key)
      }
    }
  }

  /// What is left of a record. Charged pieces are taken back first.
  private func figures(of record: UsageRecord) -> UsageFigures {
    let left = record.amount - record.reversed
    let charged = max(0, record.overflow - record.reversed)
    var figures = UsageFigures()
    figures.amount = left.value
    figures.consumed = (left - charged).value
    figures.eventCount = left > 0 ? 1 : 0
    figures.chargedUnits = chargedUnits(of: record).value
    return figures
  }

  /// What the record was charged, less all that was given back of the charge.
  private func chargedUnits(of record: UsageRecord) -> Amount {
    guard let charge = record.charge, case .balance(let unit) = charge.stream,
      let balance = balance(of: unit), let cost = record.price?.cost(of: record.overflow)
    else { return 0 }
    return cost - (balances[balance].reversed[charge.version] ?? 0)
  }
}
