import Holdfast

/// What the adapter uses of swift-metrics.
enum MetricsShape {
  struct Counter: Sendable {
    let name: String

    init(label: String, dimensions: [(String, String)] = []) {
      name = MetricsShape.name(label, dimensions)
    }

    func increment() { Notes.metrics?.add("\(name) + 1") }
  }

  struct Timer: Sendable {
    let name: String

    init(label: String, dimensions: [(String, String)] = []) {
      name = MetricsShape.name(label, dimensions)
    }

    func recordNanoseconds(_ duration: Int64) { Notes.metrics?.add("\(name) \(duration) ns") }
  }

  private static func name(_ label: String, _ dimensions: [(String, String)]) -> String {
    ([label] + dimensions.map { "\($0)=\($1)" }).joined(separator: " ")
  }

  // snippet: swift-metrics
  // import Holdfast
  // import Metrics
  struct MetricsObserver: LedgerObserver {
    func observe(_ event: LedgerEvent) {
      switch event {
      case .commandFinished(let command, let code, let duration, let duplicate):
        Counter(
          label: "holdfast_commands",
          dimensions: [
            ("command", "\(command)"), ("code", code?.rawValue ?? "applied"),
            ("duplicate", "\(duplicate)"),
          ]
        ).increment()
        Timer(label: "holdfast_command_duration", dimensions: [("command", "\(command)")])
          .recordNanoseconds(Int64(duration / .nanoseconds(1)))
      case .retry(let command, let code, _):
        Counter(
          label: "holdfast_retries",
          dimensions: [("command", "\(command)"), ("code", code.rawValue)]
        ).increment()
      case .outcomeUnknown(let command):
        Counter(label: "holdfast_outcome_unknown", dimensions: [("command", "\(command)")])
          .increment()
      }
    }
  }
  // end
}
