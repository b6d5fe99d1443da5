import Synchronization

/// A value that a closure hands out.
final class TestBox<Value: Sendable>: Sendable {
  private let box = Mutex<Value?>(nil)

  var value: Value? { box.withLock(\.self) }

  func set(_ value: Value) {
    box.withLock { $0 = value }
  }
}
