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
        try sums.add(usageFigures(of: record), at: record.instant, key: key)
      }
    }
  }

  /// What is left of a record, and of what it was charged.
  package func usageFigures(of record: UsageRecord) -> UsageFigures {
    UsageFigures(record, chargedUnits: chargedUnits(of: record))
  }

  /// What the record was charged, less all that was given back of the charge.
  private func chargedUnits(of record: UsageRecord) -> Amount {
    guard let charge = record.charge, case .balance(let unit) = charge.stream,
      let balance = balance(of: unit), let cost = record.price?.cost(of: record.overflow)
    else { return 0 }
    return cost - (balances[balance].reversed[charge.version] ?? 0)
  }
}

extension UsageFigures {
  /// What is left of a record. Pieces above a limit are taken back first.
  package init(_ record: UsageRecord, chargedUnits: Amount) {
    let left = record.amount - record.reversed
    amount = left.value
    consumed = (left - max(0, record.overflow - record.reversed)).value
    eventCount = left > 0 ? 1 : 0
    self.chargedUnits = chargedUnits.value
  }
}
