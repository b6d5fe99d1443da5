import Synchronization

/// Counts from any task.
final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
