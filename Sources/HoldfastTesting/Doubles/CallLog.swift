internal import Holdfast
internal import Synchronization

/// What was asked and answered, and who waits for an answer.
final class CallLog: Sendable {
  private struct Contents {
    var exchanges: [FaultyStore.Exchange] = []
    var answers: [CommandName: Int] = [:]
    var waiting: [Int: Waiting] = [:]
    var cancelled: Set<Int> = []
    var lastID = 0
  }

  private struct Waiting {
    let name: CommandName
    let times: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private let contents = Mutex(Contents())

  var exchanges: [FaultyStore.Exchange] { contents.withLock { $0.exchanges } }

  func answers(to name: CommandName) -> Int {
    contents.withLock { $0.answers[name] ?? 0 }
  }

  func note(_ exchange: FaultyStore.Exchange) {
    contents.withLock { $0.exchanges.append(exchange) }
  }

  func noteAnswer(to name: CommandName) {
    let reached = contents.withLock { contents in
      let count = (contents.answers[name] ?? 0) + 1
      contents.answers[name] = count
      let reached = contents.waiting.filter { $0.value.name == name && $0.value.times <= count }
      for id in reached.keys { contents.waiting[id] = nil }
      return reached.values.map(\.continuation)
    }
    for continuation in reached { continuation.resume() }
  }

  func whenAnswered(_ name: CommandName, times: Int) async {
    let id = contents.withLock { contents in
      contents.lastID += 1
      return contents.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = contents.withLock { contents in
          if contents.cancelled.contains(id) || (contents.answers[name] ?? 0) >= times {
            return true
          }
          contents.waiting[id] = Waiting(name: name, times: times, continuation: continuation)
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      let waiting = contents.withLock { contents in
        contents.cancelled.insert(id)
        return contents.waiting.removeValue(forKey: id)
      }
      waiting?.continuation.resume()
    }
    contents.withLock { _ = $0.cancelled.remove(id) }
  }
}
