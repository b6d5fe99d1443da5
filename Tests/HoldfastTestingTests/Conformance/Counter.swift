import Synchronization

/// Counts 1, 2, 3, … for several tasks.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int {
    count.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
