/// What an account contributes to consumption statistics.
extension AccountState {
  /// Adds the entries of the period.
  package func addConsumption(
    _ query: ConsumptionQuery, to sums: inout StatisticsAccumulator<ConsumptionFigures>
  ) throws(LedgerError) {
    guard let balance = balance(of: query.unit) else { return }
    for row in balances[balance].journal.rows(in: sums.buckets) where row.delta.posted != 0 {
      try sums.add(
        ConsumptionFigures(row), at: row.instant,
        key: query.grouping.map { key(of: row, in: balance, by: $0) })
    }
  }

  /// The group of an entry, with the row at hand that it acts on.
  package func key(
    of row: JournalRow, in balance: Int, by grouping: ConsumptionGrouping
  ) -> StatisticsKey {
    switch grouping {
    case .kind: .value(kind(of: row, in: balance).text)
    case .description: StatisticsKey(origin(of: row, in: balance).details.description)
    case .item: StatisticsKey(origin(of: row, in: balance).item?.text)
    case .account: .value(name.text)
    case .metadata(let name):
      StatisticsKey(origin(of: row, in: balance).details.metadata?.text(under: name))
    }
  }
}

extension StatisticsKey {
  /// The value, or none.
  package init(_ value: ByteText?) {
    self = value.map { .value($0) } ?? .none
  }
}

extension JSONValue {
  /// The value under a name: a text as it is, anything else as canonical JSON, null as no value.
  fileprivate func text(under name: String) -> ByteText? {
    guard case .object(let object) = self, let value = object[name] else { return nil }
    switch value {
    case .null: return nil
    case .string(let text): return ByteText(text)
    case .bool, .integer, .unsigned, .number, .array, .object: return ByteText(value.canonicalText)
    }
  }
}
