/// The lots that a draw can take from, the next to burn first.
///
/// A heap whose entries are checked against the lots when they come up: an entry holds only while its
/// lot can burn and still has that place. Finding the next lot does not touch the others.
struct BurnQueue: Sendable {
  private var heap = MinHeap<BurnKey>()

  mutating func insert(_ lot: Lot) {
    heap.insert(lot.burnKey)
  }

  /// The next lot to burn.
  mutating func first(of lots: LotTable) -> Lot? {
    while let key = heap.first {
      if let lot = lots[key.version], lot.canBurn, lot.burnKey == key { return lot }
      heap.removeFirst()
    }
    return nil
  }

  /// Lets go of entries that no longer hold, once they are the greater part.
  mutating func compact(lots: LotTable) {
    guard heap.count > 2 * lots.count + 64 else { return }
    heap = MinHeap(lots.values.filter(\.canBurn).map(\.burnKey))
  }
}
