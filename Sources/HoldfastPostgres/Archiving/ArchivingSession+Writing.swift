internal import Holdfast

/// Writing what was read: to the file first, then to the database.
extension ArchivingSession {
  private static let attempts = 20

  /// Archives what is old enough of an account, part by part.
  mutating func archive(
    _ place: ArchivedPlace, _ progress: (ArchiveReport) -> Void
  ) throws(ArchiveError) {
    var reached: [Int16: StreamCheckpoint] = [:]
    var isFirst = true
    var failures = 0
    while true {
      let part = try read(place, from: reached)
      guard part.rowCount > 0 || (isFirst && part.stayingCount > 0) else { return }
      if archiver.isDryRun {
        for stream in part.streams { reached[stream.number] = stream.after }
        note(part, isFirst: isFirst)
      } else if try write(part, place) {
        note(part, isFirst: isFirst)
      } else {
        failures += 1
        guard failures < Self.attempts else { throw .busy }
        OwnThread.sleep(microseconds: Int64.random(in: 5_000...50_000) * Int64(failures))
        continue
      }
      (isFirst, failures) = (false, 0)
      progress(report)
      if !part.hasMore { return }
    }
  }

  private mutating func note(_ part: ArchivingPart, isFirst: Bool) {
    guard part.rowCount > 0 else { return }
    if isFirst { report.accounts += 1 }
    report.rows += Int64(part.rowCount)
    if archiver.isDryRun {
      report.bytes += part.streams.reduce(0) { sum, stream in
        sum + stream.texts.reduce(0) { $0 + Int64($1.utf8.count) }
      }
    }
    for stream in part.streams where !stream.rows.isEmpty {
      guard let instant = stream.after?.instant else { continue }
      report.through = max(instant, report.through ?? instant)
    }
  }

  /// Answers whether it came about: not when the account changed since it was read, or others held it.
  private mutating func write(
    _ part: ArchivingPart, _ place: ArchivedPlace
  ) throws(ArchiveError) -> Bool {
    if part.rowCount > 0 { try openFile() }
    let mark = file?.mark
    if part.rowCount > 0 {
      append(part, place)
      try file?.sync()
      archiver.aboutToCommit()
    }
    let isDone: Bool
    do throws(ArchiveError) { isDone = try commit(part, place) } catch {
      guard case .store(let cause) = error, case .refused(let state) = cause.kind,
        state == .lockNotAvailable || state.errorClass == "40"
      else { throw error }
      try rollback()
      isDone = false
    }
    if isDone {
      if let mark, let end = file?.mark { report.bytes += end.bytes - mark.bytes }
    } else if let mark {
      try file?.rewind(to: mark)
    }
    return isDone
  }

  private mutating func append(_ part: ArchivingPart, _ place: ArchivedPlace) {
    file?.append(ArchiveLine.account(slot: place.slot, place.id, part.address).text)
    for stream in part.streams where !stream.rows.isEmpty {
      let line = ArchiveLine.stream(
        stream.number, stream.place.stream, after: stream.before?.version ?? 0,
        stream.before?.digest ?? ArchiveLine.noDigest)
      file?.append(line.text)
      for text in stream.texts { file?.append(text, isRow: true) }
      if let after = stream.after { file?.append(ArchiveLine.checkpoint(after).text) }
    }
  }

  /// Under the account's locks: looks whether all is as it was read, records and removes.
  private mutating func commit(
    _ part: ArchivingPart, _ place: ArchivedPlace
  ) throws(ArchiveError) -> Bool {
    let replies = try ask([
      Statement(TransactionQueries.begin), Statement(TransactionQueries.planByIndex),
      Statement(queries.loading.lockStreams, [.int2(place.slot), .accounts([place.id])]),
      Statement(queries.loading.clock), Statement(queries.archive.checkpoints, place.key),
      Statement(queries.reading.holdsOfAccount, place.key),
    ])
    guard replies[3].int64(0, 1) == part.revision, isUnchanged(part, replies[4]) else {
      try rollback()
      return false
    }
    let needed = try needed(replies[2], replies[5])
    var removal = ArchivingRemoval(queries, place)
    for stream in part.streams {
      removal.add(
        stream, needed: (needed[stream.number] ?? []).union(stream.after?.beginnings ?? []))
    }
    if removal.statements.isEmpty {
      try rollback()
      return true
    }
    var statements = removal.statements
    if part.rowCount > 0, let end = file?.mark, let number = file?.number {
      statements.append(
        Statement(
          queries.archiving.growFile,
          [.int4(number), .int8(end.rows), .int8(end.bytes), .text(end.tail)]))
    }
    let counts = try ask(statements)
    for (count, expected) in zip(counts, removal.expected) where count.affected != expected {
      try rollback()
      return false
    }
    _ = try ask([Statement(TransactionQueries.commit)])
    report.removed += removal.removed
    report.kept += removal.kept
    return true
  }

  private func isUnchanged(_ part: ArchivingPart, _ checkpoints: Rows) -> Bool {
    var versions: [Int16: Int64] = [:]
    for row in 0..<checkpoints.rowCount {
      versions[checkpoints.int16(row, 0)] = checkpoints.int64(row, 1)
    }
    return part.streams.allSatisfy { versions[$0.number] == $0.before?.version }
  }

  /// The rows that began what is live now, by stream: open reservations, and lots with something
  /// remaining. Those of what is live at the checkpoint stay, too: the rows behind it speak of them.
  private func needed(
    _ streams: Rows, _ holds: Rows
  ) throws(ArchiveError) -> [Int16: Set<Int64>] {
    var needed: [Int16: Set<Int64>] = [:]
    for row in 0..<holds.rowCount {
      needed[holds.int16(row, 1), default: []].insert(holds.int64(row, 2))
    }
    for row in 0..<streams.rowCount
    where StreamKind(rawValue: streams.int16(row, 3)) == .balance {
      let parts = try ArchivingSession.decoding { () throws(CorruptRow) in
        try BalanceParts(bytes: Array(streams.bytes(row, 15)))
      }
      needed[streams.int16(row, 1), default: []].formUnion(parts.lots.map(\.version))
    }
    return needed
  }
}
