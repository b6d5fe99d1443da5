/// The rows from which commands are answered, by what identifies the command.
///
/// Own code instead of `Dictionary`, because identities are hashes already: a table with open
/// addressing neither hashes them again nor does so when it grows, which took a fifth of the time of
/// every command.
///
/// What is looked at in no order is kept small: nearly every command is new, and that its identity is
/// not there is seen from the slots alone. The entries are written one behind the other.
package struct KeyTable: Sendable {
  private struct Entry {
    let digest: Digest
    var row: RowReference
  }

  /// In the order in which they came.
  private var entries: ContiguousArray<Entry> = []
  /// A power of two of them, each digest at the first that was free from its place on.
  private var slots: ContiguousArray<Slot> = []

  package var count: Int { entries.count }

  package subscript(identity: KeyIdentity) -> RowReference? {
    guard !entries.isEmpty else { return nil }
    let slot = slots[place(of: identity.digest)]
    return slot.isFree ? nil : entries[slot.entry].row
  }

  mutating func insert(_ identity: KeyIdentity, _ row: RowReference) {
    if 4 * (count + 1) > 3 * slots.count { grow() }
    let place = place(of: identity.digest)
    guard slots[place].isFree else {
      entries[slots[place].entry].row = row
      return
    }
    slots[place] = Slot(entry: count, identity.digest)
    entries.append(Entry(digest: identity.digest, row: row))
  }

  /// Takes the identity out that came last: no other was put where it is because its slot was taken.
  mutating func removeLast(_ identity: KeyIdentity) {
    precondition(
      entries.last?.digest == identity.digest, "keys are taken out in reverse, the latest first")
    slots[place(of: identity.digest)] = .free
    entries.removeLast()
  }

  /// Where the digest is, or where it would go.
  private func place(of digest: Digest) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: digest.first) & mask
    while !slots[place].isFree, !isThere(digest, slots[place]) {
      place = (place + 1) & mask
    }
    return place
  }

  private func isThere(_ digest: Digest, _ slot: Slot) -> Bool {
    slot.mayHold(digest) && entries[slot.entry].digest == digest
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: .free, count: max(8, 2 * slots.count))
    for (index, entry) in entries.enumerated() {
      slots[place(of: entry.digest)] = Slot(entry: index, entry.digest)
    }
  }
}

/// Which entry stands in a place of the table, and enough of its digest to tell it from nearly all
/// others without a look at it.
private struct Slot {
  /// The upper half is that of the digest's second word, the lower one the entry's number from 1 on.
  private let word: UInt64

  static let free = Slot(word: 0)

  private init(word: UInt64) {
    self.word = word
  }

  init(entry: Int, _ digest: Digest) {
    precondition(entry < Int(UInt32.max), "an account has fewer than 2³² keys")
    word = digest.second & ~0xffff_ffff | UInt64(entry + 1)
  }

  var isFree: Bool { word == 0 }
  var entry: Int { Int(word & 0xffff_ffff) - 1 }

  func mayHold(_ digest: Digest) -> Bool {
    (word ^ digest.second) >> 32 == 0
  }
}

extension KeyTable {
  /// Every identity with its row.
  package var all: [(digest: Digest, row: RowReference)] {
    entries.map { ($0.digest, $0.row) }
  }
}
