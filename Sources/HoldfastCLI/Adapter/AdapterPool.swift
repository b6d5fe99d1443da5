internal import Foundation
internal import HoldfastPostgres
internal import HoldfastTesting

/// Connections of an adapter, each with a thread: a call takes the next that is free.
final class AdapterPool: Sendable {
  typealias Work = @Sendable (AdapterSession) -> Void

  private let queue = AdapterQueue()

  /// - Parameter count: how many calls can be on the way at once.
  init(_ adapter: AdapterFile, connection: String, count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [queue] in
        let session = AdapterSession(adapter, connection: connection)
        while let work = queue.next() { work(session) }
        session.close()
      }
    }
  }

  deinit {
    queue.close()
  }

  func close() { queue.close() }

  func run<Value: Sendable>(
    _ body: @escaping @Sendable (AdapterSession) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      queue.add { continuation.resume(returning: body($0)) }
    }
  }
}

/// Unchecked: everything in it is guarded by the condition.
private final class AdapterQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [AdapterPool.Work] = []
  private var taken = 0
  private var isClosed = false

  func add(_ work: @escaping AdapterPool.Work) {
    condition.lock()
    waiting.append(work)
    condition.signal()
    condition.unlock()
  }

  /// Waits for work; `nil` when there is none left and none will come.
  func next() -> AdapterPool.Work? {
    condition.lock()
    defer { condition.unlock() }
    while taken == waiting.count {
      if isClosed { return nil }
      waiting.removeAll(keepingCapacity: true)
      taken = 0
      condition.wait()
    }
    taken += 1
    return waiting[taken - 1]
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
