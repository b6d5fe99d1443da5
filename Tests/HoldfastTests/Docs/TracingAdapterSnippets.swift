import Holdfast
import Synchronization

/// What the adapter uses of swift-distributed-tracing.
enum TracingShape {
  struct DefaultTracerClock {
    struct Timestamp: Sendable {
      let nanosecondsSinceEpoch: UInt64
    }

    static var now: Timestamp { Timestamp(nanosecondsSinceEpoch: 1_767_225_600_000_000_000) }
  }

  struct SpanStatus: Sendable {
    enum Code: String, Sendable {
      case error
    }

    let code: Code
  }

  final class Span: Sendable {
    private struct Contents {
      var attributes: [String: String] = [:]
      var status: SpanStatus?
    }

    private let name: String
    private let start: DefaultTracerClock.Timestamp
    private let contents = Mutex(Contents())

    init(_ name: String, at start: DefaultTracerClock.Timestamp) {
      self.name = name
      self.start = start
    }

    var attributes: [String: String] {
      get { contents.withLock { $0.attributes } }
      set { contents.withLock { $0.attributes = newValue } }
    }

    func setStatus(_ status: SpanStatus) { contents.withLock { $0.status = status } }

    func end(at end: DefaultTracerClock.Timestamp) {
      let contents = contents.withLock { $0 }
      let duration = end.nanosecondsSinceEpoch - start.nanosecondsSinceEpoch
      let pairs = contents.attributes.map { "\($0.key.dropFirst(9))=\($0.value)" }.sorted()
      let status = [contents.status?.code.rawValue].compactMap(\.self)
      Notes.traces?.add(([name, "\(duration) ns"] + pairs + status).joined(separator: " "))
    }
  }

  static func startSpan(_ name: String, at start: DefaultTracerClock.Timestamp) -> Span {
    Span(name, at: start)
  }

  // snippet: tracing
  // import Holdfast
  // import Tracing
  struct TracingObserver: LedgerObserver {
    func observe(_ event: LedgerEvent) {
      guard case .commandFinished(let command, let code, let duration, let duplicate) = event
      else { return }
      let end = DefaultTracerClock.now
      let start = DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: end.nanosecondsSinceEpoch - UInt64(duration / .nanoseconds(1)))
      let span = startSpan("holdfast.\(command)", at: start)
      span.attributes["holdfast.code"] = code?.rawValue ?? "applied"
      span.attributes["holdfast.duplicate"] = "\(duplicate)"
      if code == .unavailable || code == .outcomeUnknown {
        span.setStatus(SpanStatus(code: .error))
      }
      span.end(at: end)
    }
  }
  // end
}
