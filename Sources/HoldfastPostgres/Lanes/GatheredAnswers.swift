internal import Holdfast
internal import Synchronization

/// The answers to the calls of a list, until the last one is there.
final class GatheredAnswers: Sendable {
  typealias Answer = Result<WorkResult, LedgerError>

  private struct State {
    var answers: [Answer?]
    var missing: Int
    var waiting: CheckedContinuation<[Answer], Never>?
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(answers: Array(repeating: nil, count: count), missing: count))
  }

  /// Before the first call is sent.
  func wait(_ continuation: CheckedContinuation<[Answer], Never>) {
    state.withLock { $0.waiting = continuation }
  }

  func take(_ answer: Answer, at index: Int) {
    let complete = state.withLock { state -> (CheckedContinuation<[Answer], Never>, [Answer])? in
      state.answers[index] = answer
      state.missing -= 1
      guard state.missing == 0, let waiting = state.waiting else { return nil }
      return (waiting, state.answers.compactMap(\.self))
    }
    if let (waiting, answers) = complete { waiting.resume(returning: answers) }
  }
}
