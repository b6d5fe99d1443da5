import Holdfast

/// What the example endpoint asks for tokens.
protocol StreamingModel: Sendable {
  func tokens(for prompt: String) -> AsyncThrowingStream<String, any Error>
}

/// What the example endpoint answers.
enum Response: Equatable {
  case streamed(Ending, charged: Amount)
  case streamedUnsettled(UnsettledReservation)
  case paymentRequired
  case alreadyAnswered
  case tryAgain
  case modelFailed
}

/// How a stream ended.
enum Ending: Equatable {
  case complete
  case outOfCredit
  case hungUp
}

/// A model that gives the words of the prompt, and fails after some of them if told to.
struct FakeModel: StreamingModel {
  var failsAfter = Int.max

  func tokens(for prompt: String) -> AsyncThrowingStream<String, any Error> {
    let words = prompt.split(separator: " ").map(String.init)
    return AsyncThrowingStream { continuation in
      for word in words.prefix(failsAfter) { continuation.yield(word) }
      continuation.finish(throwing: words.count > failsAfter ? ModelError() : nil)
    }
  }
}
