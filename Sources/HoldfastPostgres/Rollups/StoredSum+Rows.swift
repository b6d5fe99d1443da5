internal import Holdfast

extension StoredSum {
  /// A row of the answer to `consumptionOfTenant`.
  init(consumption rows: Rows, _ row: Int) {
    let item = rows.text(row, 4)
    self.init(
      place: .consumption(
        unit: UnitName(rows.text(row, 2)), kind: EntryKind(rows.text(row, 3)),
        item: item.isEmpty ? nil : ItemName(item)), rows, row,
      ConsumptionRollup.self)
  }

  /// A row of the answer to `usageOfTenant`.
  init(usage rows: Rows, _ row: Int) {
    self.init(place: .usage(item: ItemName(rows.text(row, 2))), rows, row, UsageRollup.self)
  }

  private init<Table: RollupTable>(
    place: Place, _ rows: Rows, _ row: Int, _ table: Table.Type
  ) {
    let columns = Table.Figures.columns
    let first = 1 + Table.keyColumns.count
    self.init(
      place: place, seconds: rows.int32(row, 0),
      start: Instant(microseconds: rows.timestamptz(row, 1)),
      figures: Dictionary(
        uniqueKeysWithValues: columns.enumerated().map { ($1, rows.int64(row, first + $0)) }))
  }
}
