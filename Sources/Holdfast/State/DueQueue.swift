/// What becomes due in a balance, the earliest first.
///
/// Like `BurnQueue`, entries are checked against the state when they come up.
struct DueQueue: Sendable {
  struct Entry: Comparable, Hashable, Sendable {
    let instant: Instant
    let event: Event
    let version: Int64

    /// At one instant lots go before holds and holds before activations.
    enum Event: UInt8, Sendable {
      case lotExpiry
      case holdLapse
      case activation
    }

    static func < (left: Entry, right: Entry) -> Bool {
      if left.instant != right.instant { return left.instant < right.instant }
      if left.event != right.event { return left.event.rawValue < right.event.rawValue }
      return left.version < right.version
    }
  }

  private var heap = MinHeap<Entry>()

  /// A lower bound of the next due instant.
  var lowerBound: Instant? { heap.first?.instant }
  var count: Int { heap.count }

  mutating func insert(_ entry: Entry) {
    heap.insert(entry)
  }

  mutating func insert(_ lot: Lot) {
    if lot.isScheduled {
      heap.insert(
        Entry(instant: lot.terms.effectiveAt, event: .activation, version: lot.version))
    } else if let expiresAt = lot.terms.expiresAt, !lot.isVoided {
      heap.insert(Entry(instant: expiresAt, event: .lotExpiry, version: lot.version))
    }
  }

  mutating func insert(_ hold: Hold) {
    heap.insert(Entry(instant: hold.lapsesAt, event: .holdLapse, version: hold.version))
  }

  var first: Entry? { heap.first }

  mutating func removeFirst() {
    heap.removeFirst()
  }

  mutating func replaceAll(with entries: [Entry]) {
    heap = MinHeap(entries)
  }
}
