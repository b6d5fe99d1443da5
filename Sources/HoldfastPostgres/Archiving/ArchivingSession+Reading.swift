internal import Holdfast

/// Reading what comes next of an account, in a snapshot that locks nobody.
extension ArchivingSession {
  /// The next part; without rows when nothing is left that is old enough.
  ///
  /// - Parameter reached: Checkpoints to go on from in place of those that are stored.
  func read(
    _ place: ArchivedPlace, from reached: [Int16: StreamCheckpoint] = [:]
  ) throws(ArchiveError) -> ArchivingPart {
    var limit = archiver.rowsAtOnce
    while true {
      let part = try read(place, reached, limit: limit)
      // Rows of one instant go together, however many they are.
      if part.rowCount > 0 || !part.hasMore { return part }
      limit *= 2
    }
  }

  private func read(
    _ place: ArchivedPlace, _ reached: [Int16: StreamCheckpoint], limit: Int64
  ) throws(ArchiveError) -> ArchivingPart {
    let opening = try ask([
      Statement(TransactionQueries.beginReading), Statement(TransactionQueries.planByIndex),
      Statement(queries.loading.clock), Statement(queries.erasing.account, place.key),
      Statement(queries.loading.readStreams, [.int2(place.slot), .accounts([place.id])]),
      Statement(queries.archive.checkpoints, place.key),
      Statement(queries.archiving.erasedAt, place.key),
    ])
    let address = AccountAddress(
      tenant: TenantName(opening[3].text(0, 0)), account: AccountName(opening[3].text(0, 1)))
    var streams = try streams(opening[4], opening[5], place.id, address, reached)
    let erasedAt = opening[6].optionalTimestamptz(0, 0).map(Instant.init(microseconds:))
    var end = archiver.before
    for index in streams.indices {
      let next = try take(&streams[index], place, limit: limit, erasedAt)
      if let next { end = min(end, next) }
    }
    for index in streams.indices {
      streams[index].rows = Array(streams[index].rows.prefix { $0.instant < end })
      try finish(&streams[index], place)
    }
    try rollback()
    return ArchivingPart(
      address: address, streams: streams, revision: opening[2].int64(0, 1),
      hasMore: end < archiver.before)
  }

  private func streams(
    _ streams: Rows, _ checkpoints: Rows, _ id: AccountID, _ address: AccountAddress,
    _ reached: [Int16: StreamCheckpoint]
  ) throws(ArchiveError) -> [ArchivingPart.Stream] {
    var rows: [Int16: Int] = [:]
    for row in 0..<checkpoints.rowCount { rows[checkpoints.int16(row, 0)] = row }
    var found: [ArchivingPart.Stream] = []
    for row in 0..<streams.rowCount {
      let number = streams.int16(row, 1)
      let name = streams.text(row, 4)
      let place = StreamPlace(
        account: id, tenant: address.tenant, name: address.account,
        stream: StreamKind(rawValue: streams.int16(row, 3)) == .meter
          ? .usage(ItemName(name)) : .balance(UnitName(name)))
      var checkpoint = reached[number]
      if checkpoint == nil, let row = rows[number] {
        checkpoint = try ArchivingSession.decoding { () throws(CorruptRow) in
          try StreamCheckpoint(checkpoints, row, in: place)
        }
      }
      found.append(ArchivingPart.Stream(number: number, place: place, before: checkpoint))
    }
    return found
  }

  /// Takes the next rows that are old enough, and those that stayed before. Answers the instant of the
  /// last where more may follow it.
  private func take(
    _ stream: inout ArchivingPart.Stream, _ place: ArchivedPlace, limit: Int64,
    _ erasedAt: Instant?
  ) throws(ArchiveError) -> Instant? {
    let key = place.key + [.int2(stream.number)]
    let last = stream.before?.version ?? 0
    let replies = try ask([
      Statement(queries.reading.rowsOfStream, key + [.int8(last), .int8(limit)]),
      Statement(queries.archive.staying, key + [.int8(last)]),
    ])
    let (rows, staying) = try ArchivingSession.decoding {
      () throws(CorruptRow) -> ([JournalRow], [JournalRow]) in
      (try decode(replies[0], stream.place), try decode(replies[1], stream.place))
    }
    let old = rows.prefix { $0.instant < archiver.before }
    stream.staying = staying
    // What an erasure has not come to yet must not get into a file.
    stream.rows = old.map { row in
      guard let erasedAt, row.instant <= erasedAt else { return row }
      var row = row
      row.erase()
      return row
    }
    return old.count == Int(limit) ? old.last?.instant : nil
  }

  private func decode(_ rows: Rows, _ place: StreamPlace) throws(CorruptRow) -> [JournalRow] {
    var decoded: [JournalRow] = []
    decoded.reserveCapacity(rows.rowCount)
    for row in 0..<rows.rowCount {
      decoded.append(try StoredRow(atHand: rows, row).row(in: place))
    }
    return decoded
  }

  /// Makes the lines and the checkpoint, with what is known of entries that were archived before and
  /// are reversed now.
  private func finish(
    _ stream: inout ArchivingPart.Stream, _ place: ArchivedPlace
  ) throws(ArchiveError) {
    stream.texts = stream.rows.map { ArchiveLine.row(StoredRow($0, in: stream.place)).text }
    let last = stream.before?.version ?? 0
    let subjects = Set(
      stream.rows.filter { $0.event == .reversal && $0.subject <= last }.map(\.subject))
    guard !subjects.isEmpty else { return stream.finish(entries: [:], reversed: [:]) }
    let number = stream.number
    let parameters = Parameter.rows(
      subjects.map { RowKey(account: place.id, stream: number, version: $0) }, in: place.slot)
    let replies = try ask([
      Statement(queries.archive.rowsByVersion, parameters),
      Statement(queries.archive.rowsBySubject, parameters),
    ])
    let (entries, reversals) = try ArchivingSession.decoding {
      () throws(CorruptRow) -> ([JournalRow], [JournalRow]) in
      (try decode(replies[0], stream.place), try decode(replies[1], stream.place))
    }
    var known: [Int64: JournalRow] = [:]
    for row in entries + stream.staying { known[row.version] = row }
    var reversed: [Int64: Amount] = [:]
    for row in reversals where row.event == .reversal {
      reversed[row.subject, default: 0] += row.delta.posted.magnitude
    }
    stream.finish(entries: known, reversed: reversed)
  }
}
