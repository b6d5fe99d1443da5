internal import Holdfast

/// The open reservations of a checkpoint, as the bytes of its column `holds`.
enum CheckpointHolds {
  private static let format: UInt8 = 1

  static func bytes(_ holds: [Hold], in place: StreamPlace) -> [UInt8] {
    var writer = ByteWriter(format: format, capacity: 8 + 48 * holds.count)
    writer.count(holds.count)
    for hold in holds {
      writer.unsigned(UInt64(bitPattern: hold.version))
      writer.hold(hold, in: RowFrame(place: place, version: hold.version, instant: .epoch))
    }
    return writer.bytes
  }

  static func holds(_ bytes: [UInt8], in place: StreamPlace) throws(CorruptRow) -> [Hold] {
    var reader = try ByteReader(bytes, of: .hold, format: format)
    var holds: [Hold] = []
    for _ in 0..<(try reader.count(size: 5)) {
      let version = try reader.version(Int64(bitPattern: try reader.unsigned()))
      holds.append(
        try reader.hold(
          version: version, in: RowFrame(place: place, version: version, instant: .epoch)))
    }
    try reader.end()
    return holds
  }
}

extension StreamCheckpoint {
  /// Reads a row of the answer to `ArchiveQueries.checkpoints`.
  convenience init(_ rows: Rows, _ row: Int, in place: StreamPlace) throws(CorruptRow) {
    let parts = try BalanceParts(bytes: Array(rows.bytes(row, 10)))
    self.init(
      version: rows.int64(row, 1), instant: Instant(microseconds: rows.timestamptz(row, 2)),
      figures: Figures(
        posted: Amount(rows.int64(row, 3)), held: Amount(rows.int64(row, 4)),
        debt: Amount(rows.int64(row, 5)), scheduled: Amount(rows.int64(row, 6)),
        overdraftLimit: Amount(rows.int64(row, 7))),
      entryCount: rows.int64(row, 8), digest: rows.digest(row, 9), lots: parts.lots,
      holds: try CheckpointHolds.holds(Array(rows.bytes(row, 11)), in: place),
      repayments: parts.repayments)
  }
}
