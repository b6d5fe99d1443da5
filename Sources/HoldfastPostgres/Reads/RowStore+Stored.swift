internal import Holdfast

extension RowStore {
  /// Adds the next row as it is stored, and notes which row closed its reservation.
  mutating func append(
    _ stored: StoredRow, in place: StreamPlace, _ twice: inout KeptTwice
  ) throws(CorruptRow) {
    let row = try stored.row(in: place)
    twice.add(stored, row, in: place)
    guard row.version == lastVersion + 1 else {
      throw CorruptRow(.journal, expected: "the next version")
    }
    append(row)
    if let hold = row.hold, hold.status != .open, row.settlement != .late {
      setCloser(of: hold.version, to: row.version)
    }
  }
}
