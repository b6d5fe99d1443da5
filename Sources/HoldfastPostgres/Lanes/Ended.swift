internal import Synchronization

/// Something that happens once, and that tasks wait for.
final class Ended: Sendable {
  private struct State {
    var hasHappened = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func signal() {
    let waiting = state.withLock { state in
      state.hasHappened = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let hasHappened = state.withLock { state in
        if !state.hasHappened { state.waiting.append(continuation) }
        return state.hasHappened
      }
      if hasHappened { continuation.resume() }
    }
  }
}
