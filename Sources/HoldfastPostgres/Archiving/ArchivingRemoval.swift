internal import Holdfast

extension StreamCheckpoint {
  /// The versions of the rows that began what was live then.
  var beginnings: Set<Int64> {
    Set(holds.map(\.version)).union(lots.filter { $0.remaining > 0 }.map(\.version))
  }
}

/// The statements that take rows out of the journal and put in their places what is kept of them.
struct ArchivingRemoval {
  private let queries: Queries
  private let place: ArchivedPlace
  private(set) var statements: [Statement] = []
  /// How many rows each of the statements has to change.
  private(set) var expected: [Int] = []
  private(set) var removed: Int64 = 0
  private(set) var kept: Int64 = 0

  init(_ queries: Queries, _ place: ArchivedPlace) {
    self.queries = queries
    self.place = place
  }

  /// - Parameter needed: The versions of rows that stay.
  mutating func add(_ stream: ArchivingPart.Stream, needed: Set<Int64>) {
    let staying = stream.rows.filter { needed.contains($0.version) }
    let released = stream.staying.filter { !needed.contains($0.version) }
    guard let after = stream.after, !stream.rows.isEmpty || !released.isEmpty else { return }
    let gone = released + stream.rows.filter { !needed.contains($0.version) }
    insertKept(gone.filter(\.isKeptWhenArchived), stream)
    if stream.rows.count > staying.count {
      delete(
        stream, behind: stream.before?.version ?? 0, through: after.version,
        but: staying.map(\.version), count: stream.rows.count - staying.count)
    }
    for row in released {
      delete(stream, behind: row.version - 1, through: row.version, but: [], count: 1)
    }
    let stayingCount = staying.count + stream.staying.count - released.count
    upsert(after, stream, stayingCount: Int64(stayingCount))
    removed += Int64(gone.count)
  }

  private mutating func add(_ query: Query, _ parameters: [Parameter], count: Int) {
    statements.append(Statement(query, parameters))
    expected.append(count)
  }

  private mutating func insertKept(_ rows: [JournalRow], _ stream: ArchivingPart.Stream) {
    guard !rows.isEmpty else { return }
    var versions = ColumnBuffer.int8(capacity: rows.count)
    var identities = ColumnBuffer.uuid(capacity: rows.count)
    var subjects = ColumnBuffer.int8(capacity: rows.count)
    var bodies = ColumnBuffer.bytea(capacity: rows.count)
    for row in rows {
      let stored = StoredRow(
        row.archived(in: stream.place.stream, of: stream.place.account), in: stream.place)
      versions.append(int8: stored.version)
      if let identity = stored.identity {
        identities.append(identity)
      } else {
        identities.appendNull()
      }
      if let subject = stored.subject {
        subjects.append(int8: subject)
      } else {
        subjects.appendNull()
      }
      bodies.append(bytea: stored.keptBody)
    }
    add(
      queries.archiving.insertKept,
      place.key + [
        .int2(stream.number), versions.parameter(), identities.parameter(), subjects.parameter(),
        bodies.parameter(),
      ], count: rows.count)
    kept += Int64(rows.count)
  }

  private mutating func delete(
    _ stream: ArchivingPart.Stream, behind first: Int64, through last: Int64, but others: [Int64],
    count: Int
  ) {
    var staying = ColumnBuffer.int8(capacity: others.count)
    for version in others { staying.append(int8: version) }
    add(
      queries.archiving.deleteRows,
      place.key + [
        .int2(stream.number), .int8(first), .int8(last), staying.parameter(),
      ], count: count)
  }

  private mutating func upsert(
    _ checkpoint: StreamCheckpoint, _ stream: ArchivingPart.Stream, stayingCount: Int64
  ) {
    let figures = checkpoint.figures
    add(
      queries.archiving.upsertCheckpoint,
      place.key + [
        .int2(stream.number), .int8(checkpoint.version),
        .timestamptz(checkpoint.instant.microseconds), .int8(figures.posted.value),
        .int8(figures.held.value), .int8(figures.debt.value), .int8(figures.scheduled.value),
        .int8(figures.overdraftLimit.value), .int8(checkpoint.entryCount), .int8(stayingCount),
        .uuid(first: checkpoint.digest.first, second: checkpoint.digest.second),
        .bytea(BalanceParts.bytes(lots: checkpoint.lots, repayments: checkpoint.repayments)),
        .bytea(CheckpointHolds.bytes(checkpoint.holds, in: stream.place)),
      ], count: 1)
  }
}
