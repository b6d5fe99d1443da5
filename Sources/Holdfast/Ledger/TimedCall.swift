internal import Synchronization

/// One call that is waited for until its time is over.
///
/// The call and its timer race; the first to end decides. A call that lost is cancelled, and its
/// answer is dropped when it comes.
final class TimedCall<Value: Sendable>: Sendable {
  typealias Ending = Result<Value, LedgerError>

  /// `running` becomes `awaited` or `ended`, `awaited` becomes `ended`.
  private enum State {
    case running
    case awaited(CheckedContinuation<Ending, Never>)
    case ended(Ending)
  }

  private let state = Mutex(State.running)

  func run(
    _ call: @escaping @Sendable () async throws(LedgerError) -> Value, until end: Duration,
    of time: LedgerTime, or overdue: LedgerError
  ) async throws(LedgerError) -> Value {
    let work = Task {
      do throws(LedgerError) {
        self.end(.success(try await call()))
      } catch {
        self.end(.failure(error))
      }
    }
    let timer = Task {
      do { try await time.sleep(end) } catch { return }
      self.end(.failure(overdue))
      work.cancel()
    }
    defer { timer.cancel() }
    let ending = await withTaskCancellationHandler {
      await self.ending()
    } onCancel: {
      work.cancel()
    }
    return try ending.get()
  }

  private func ending() async -> Ending {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { state -> Ending? in
        if case .ended(let ending) = state { return ending }
        state = .awaited(continuation)
        return nil
      }
      if let ended { continuation.resume(returning: ended) }
    }
  }

  private func end(_ ending: Ending) {
    let waiting = state.withLock { state -> CheckedContinuation<Ending, Never>? in
      switch state {
      case .running:
        state = .ended(ending)
        return nil
      case .awaited(let continuation):
        state = .ended(ending)
        return continuation
      case .ended:
        return nil
      }
    }
    waiting?.resume(returning: ending)
  }
}
