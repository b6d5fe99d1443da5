internal import Holdfast

/// Who sleeps on a simulated clock, and who waits for somebody to sleep.
///
/// Its functions give back the continuations to resume, so that none is resumed under the lock.
struct SimulatedClockState {
  private(set) var now: Instant
  private var sleepers: [Int: Sleeper] = [:]
  private var watchers: [Int: Watcher] = [:]
  /// Sleepers and watchers that were cancelled before they began.
  private var cancelled: Set<Int> = []
  private var lastID = 0

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let sleepers: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  enum Sleep {
    case asleep
    case past
    case cancelled
  }

  init(now: Instant) {
    self.now = now
  }

  /// `nil` when fewer sleep.
  func firstWakeUp(of count: Int) -> Instant? {
    sleepers.count >= count ? sleepers.values.map(\.deadline).min() : nil
  }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// In the order in which they are due.
  mutating func advance(to later: Instant) -> [CheckedContinuation<Void, any Error>] {
    now = max(now, later)
    let due = sleepers.filter { $0.value.deadline <= now }
      .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    for (id, _) in due { sleepers[id] = nil }
    return due.map(\.value.continuation)
  }

  mutating func sleep(
    _ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) -> (Sleep, [CheckedContinuation<Void, Never>]) {
    if cancelled.remove(id) != nil { return (.cancelled, []) }
    guard deadline > now else { return (.past, []) }
    sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
    let served = watchers.filter { $0.value.sleepers <= sleepers.count }
    for id in served.keys { watchers[id] = nil }
    return (.asleep, served.values.map(\.continuation))
  }

  mutating func cancel(_ id: Int) -> CheckedContinuation<Void, any Error>? {
    guard let sleeper = sleepers.removeValue(forKey: id) else {
      cancelled.insert(id)
      return nil
    }
    return sleeper.continuation
  }

  /// Whether there is nothing to wait for.
  mutating func watch(
    _ id: Int, sleepers count: Int, _ continuation: CheckedContinuation<Void, Never>
  ) -> Bool {
    if cancelled.remove(id) != nil || sleepers.count >= count { return true }
    watchers[id] = Watcher(sleepers: count, continuation: continuation)
    return false
  }

  mutating func cancelWatch(_ id: Int) -> CheckedContinuation<Void, Never>? {
    guard let watcher = watchers.removeValue(forKey: id) else {
      cancelled.insert(id)
      return nil
    }
    return watcher.continuation
  }

  /// A cancellation that came too late to matter leaves nothing behind.
  mutating func forget(_ id: Int) {
    cancelled.remove(id)
  }
}
