internal import Holdfast

/// The rows of an account as an archive has them.
package struct ArchivedAccount {
  /// Rows of a stream that were archived together.
  private struct Part {
    /// The version that they follow, and the digest so far.
    let after: Int64
    let before: Digest
    var rows: [StoredRow] = []
    /// With these rows.
    var digest: Digest
    /// Whether the checkpoint behind them says the same.
    var isEnded = false
  }

  /// The rows of a stream, from the first on, and the digest that they make.
  private struct Stream {
    var rows: [StoredRow] = []
    var digest = ArchiveLine.noDigest
    /// What does not fit together.
    var fault: String?

    /// - Parameter parts: In any order: two archivings may have taken turns.
    init(_ parts: [Part]) {
      for part in parts.sorted(by: { $0.after < $1.after }) {
        if part.after != Int64(rows.count) || part.before != digest {
          fault = fault ?? "the archive goes on behind version \(part.after)"
        }
        rows += part.rows
        digest = part.digest
        if !part.isEnded {
          fault =
            fault ?? "its archived rows do not make the checkpoint behind version \(part.after)"
        }
      }
    }
  }

  private var parts: [Int16: [Part]] = [:]
  private var current: Int16 = -1

  /// Takes the next line.
  mutating func take(_ text: String) throws(CorruptRow) {
    guard let part = try ArchiveLine.part(text) else { return }
    if case .stream(let number, let after, let digest) = part {
      current = number
      parts[number, default: []].append(Part(after: after, before: digest, digest: digest))
      return
    }
    guard var own = parts[current]?.popLast() else {
      throw CorruptRow(.journal, expected: "a stream before its rows")
    }
    switch part {
    case .stream: break
    case .row(let row):
      own.digest = ArchiveLine.chain(own.digest, text)
      own.rows.append(row)
    case .checkpoint(let version, let digest):
      own.isEnded = own.after + Int64(own.rows.count) == version && own.digest == digest
    }
    parts[current]?.append(own)
  }

  /// The rows up to a checkpoint, compared with it and with what is kept of them in the database.
  ///
  /// - Parameters:
  ///   - kept: What commands are answered from.
  ///   - staying: What is still in the journal as well.
  func rows(
    of number: Int16, in place: StreamPlace, through checkpoint: StreamCheckpoint,
    kept: [JournalRow], staying: [JournalRow], _ twice: inout KeptTwice
  ) throws(CorruptRow) -> RowStore {
    let stream = Stream(parts[number] ?? [])
    var journal = RowStore()
    if let fault = stream.fault { twice.add(fault, in: place) }
    if stream.rows.count != Int(checkpoint.version) || stream.digest != checkpoint.digest {
      twice.add(
        "\(stream.rows.count) rows are archived, the checkpoint is at \(checkpoint.version)"
          + (stream.digest == checkpoint.digest ? "" : " with another digest"), in: place)
    }
    for stored in stream.rows { try journal.append(stored, in: place, &twice) }
    if let last = journal[checkpoint.version] {
      let figures = last.usage.map { Figures(posted: $0.lifetimeAfter) } ?? last.after
      if figures != checkpoint.figures || last.instant != checkpoint.instant {
        twice.add("its checkpoint has other figures than its last archived row", in: place)
      }
    }
    compare(journal, kept, staying, in: place, &twice)
    return journal
  }

  /// A row that is not in the journal is kept in part, if anything may need it.
  private func compare(
    _ journal: RowStore, _ kept: [JournalRow], _ staying: [JournalRow], in place: StreamPlace,
    _ twice: inout KeptTwice
  ) {
    var expected: [Int64: StoredRow] = [:]
    let there = Set(staying.map(\.version))
    for row in journal.all where !there.contains(row.version) && row.isKeptWhenArchived {
      expected[row.version] = StoredRow(
        row.archived(in: place.stream, of: place.account), in: place)
    }
    for row in kept where expected.removeValue(forKey: row.version) != StoredRow(row, in: place) {
      twice.add("version \(row.version) is kept otherwise than it was archived", in: place)
    }
    for version in expected.keys.sorted() {
      twice.add("of version \(version) nothing is kept", in: place)
    }
    for row in staying {
      guard let archived = journal[row.version] else { continue }
      var (one, other) = (row, archived)
      one.erase()
      other.erase()
      if StoredRow(one, in: place) != StoredRow(other, in: place) {
        twice.add("version \(row.version) was archived otherwise than it is", in: place)
      }
    }
  }
}
