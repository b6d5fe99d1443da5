/// What is to happen, the earliest first; of one instant in the order in which it was put in.
struct EventQueue {
  struct Event {
    let time: Int64
    fileprivate let number: UInt64
    let action: () -> Void

    fileprivate func comes(before other: Event) -> Bool {
      (time, number) < (other.time, other.number)
    }
  }

  private var heap: [Event] = []
  private var count: UInt64 = 0

  mutating func insert(at time: Int64, _ action: @escaping () -> Void) {
    count += 1
    heap.append(Event(time: time, number: count, action: action))
    var index = heap.count - 1
    while index > 0, heap[index].comes(before: heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// The next one, unless it is later than `end`.
  mutating func removeFirst(by end: Int64) -> Event? {
    guard let first = heap.first, first.time <= end else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].comes(before: heap[least]) {
        least = child
      }
      if least == index { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}
