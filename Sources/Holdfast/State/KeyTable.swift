/// The rows from which commands are answered, by what identifies the command.
///
/// Own code instead of `Dictionary`, because identities are hashes already: a table with open
/// addressing neither hashes them again nor does so when it grows, which took a fifth of the time of
/// every command.
package struct KeyTable: Sendable {
  private struct Entry {
    var digest: Digest
    private var word: UInt64

    init(digest: Digest, row: RowReference?) {
      self.digest = digest
      word = RowReference.word(of: row)
    }

    var isFree: Bool { word == 0 }
    /// `nil` where the place is free.
    var row: RowReference? {
      get { RowReference(word: word) }
      set { word = RowReference.word(of: newValue) }
    }
  }

  private var entries: ContiguousArray<Entry> = []
  package private(set) var count = 0

  package subscript(identity: KeyIdentity) -> RowReference? {
    guard !entries.isEmpty else { return nil }
    return entries[place(of: identity.digest)].row
  }

  mutating func insert(_ identity: KeyIdentity, _ row: RowReference) {
    if entries.count < 2 * (count + 1) { grow() }
    let place = place(of: identity.digest)
    if entries[place].row == nil { count += 1 }
    entries[place] = Entry(digest: identity.digest, row: row)
  }

  /// What follows in the same run is put in again, so that no search ends at the gap.
  mutating func remove(_ identity: KeyIdentity) {
    guard !entries.isEmpty else { return }
    var place = place(of: identity.digest)
    guard entries[place].row != nil else { return }
    entries[place].row = nil
    count -= 1
    place = (place + 1) & (entries.count - 1)
    while let row = entries[place].row {
      let digest = entries[place].digest
      entries[place].row = nil
      entries[self.place(of: digest)] = Entry(digest: digest, row: row)
      place = (place + 1) & (entries.count - 1)
    }
  }

  /// Where the digest is, or where it would go.
  private func place(of digest: Digest) -> Int {
    let mask = entries.count - 1
    var place = Int(truncatingIfNeeded: digest.first) & mask
    while !entries[place].isFree, entries[place].digest != digest {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let old = entries
    let free = Entry(digest: Digest(first: 0, second: 0), row: nil)
    entries = ContiguousArray(repeating: free, count: max(8, 2 * old.count))
    for entry in old where !entry.isFree {
      entries[place(of: entry.digest)] = entry
    }
  }
}

extension KeyTable {
  /// Every identity with its row, in no order.
  package var all: [(digest: Digest, row: RowReference)] {
    entries.compactMap { entry in entry.row.map { (entry.digest, $0) } }
  }
}
