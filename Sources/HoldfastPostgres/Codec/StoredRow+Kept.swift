package import Holdfast

/// What is kept of an archived row: one column for all that the journal has columns for, and no text.
extension StoredRow {
  private static let keptFormat: UInt8 = 1

  /// The bytes of the column `body` of the table `archived_key`, of a row without texts.
  package var keptBody: [UInt8] {
    var writer = ByteWriter(format: StoredRow.keptFormat, capacity: 24 + body.count)
    writer.instant(at, from: .epoch)
    writer.unsigned(UInt64(bitPattern: Int64(event)))
    for figure in [postedDelta, heldDelta, postedAfter, heldAfter] { writer.signed(figure) }
    writer.append(body)
    return writer.bytes
  }

  /// Reads a row of the table `archived_key`. A key stands for its digest.
  package init(
    version: Int64, identity: Digest?, subject: Int64?, keptBody: [UInt8]
  ) throws(CorruptRow) {
    var reader = try ByteReader(keptBody, of: .journal, format: StoredRow.keptFormat)
    let at = try reader.instant(from: .epoch)
    guard let event = Int16(exactly: try reader.unsigned()) else {
      throw reader.corrupt("an event")
    }
    var figures: [Int64] = []
    for _ in 0..<4 { figures.append(try reader.signed()) }
    self.init(
      version: version, at: at, event: event, postedDelta: figures[0], heldDelta: figures[1],
      postedAfter: figures[2], heldAfter: figures[3], subject: subject, identity: identity,
      key: identity.map { IdempotencyKey(erasedIdentity: $0).string }, body: reader.rest())
  }
}
