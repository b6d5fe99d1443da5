internal import Holdfast

extension StoredRow {
  /// The row of an answer whose columns begin with those of a row of the journal, or with those of what
  /// is kept of an archived one.
  init(atHand rows: Rows, _ row: Int) throws(CorruptRow) {
    if rows.columnCount > ArchiveQueries.columnCount {
      self.init(rows, row)
    } else {
      try self.init(kept: rows, row)
    }
  }

  /// What is kept of an archived row, of an answer whose columns begin with `ArchiveQueries.rowColumns`.
  init(kept rows: Rows, _ row: Int, from column: Int = 0) throws(CorruptRow) {
    try self.init(
      version: rows.int64(row, column + 2),
      identity: rows.isNull(row, column + 3) ? nil : rows.digest(row, column + 3),
      subject: rows.optionalInt64(row, column + 4), keptBody: Array(rows.bytes(row, column + 5)))
  }

  /// The row of an answer whose columns begin with `LoadingQueries.rowColumns`.
  init(_ rows: Rows, _ row: Int, from column: Int = 0) {
    self.init(
      version: rows.int64(row, column + 2),
      at: Instant(microseconds: rows.timestamptz(row, column + 3)),
      event: rows.int16(row, column + 4), postedDelta: rows.int64(row, column + 5),
      heldDelta: rows.int64(row, column + 6), postedAfter: rows.int64(row, column + 7),
      heldAfter: rows.int64(row, column + 8), subject: rows.optionalInt64(row, column + 9),
      identity: rows.isNull(row, column + 16) ? nil : rows.digest(row, column + 16),
      key: rows.optionalText(row, column + 10), description: rows.optionalText(row, column + 11),
      referenceType: rows.optionalText(row, column + 12),
      referenceID: rows.optionalText(row, column + 13),
      metadata: rows.optionalText(row, column + 14), body: Array(rows.bytes(row, column + 15)))
  }
}
