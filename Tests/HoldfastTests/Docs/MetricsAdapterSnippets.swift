import Holdfast

/// What the adapter uses of swift-metrics.
enum MetricsShape {
  struct Counter: Sendable {
    let name: String

    init(label: String, dimensions: [(String, String)] = []) {
      name = MetricsShape.name(label, dimensions)
    }

    func increment(by amount: Int64 = 1) { Notes.metrics?.add("\(name) + \(amount)") }
  }

  struct Timer: Sendable {
    let name: String

    init(label: String, dimensions: [(String, String)] = []) {
      name = MetricsShape.name(label, dimensions)
    }

    func recordNanoseconds(_ duration: Int64) { Notes.metrics?.add("\(name) \(duration) ns") }

    func recordMicroseconds(_ duration: Int64) { Notes.metrics?.add("\(name) \(duration) µs") }
  }

  struct Recorder: Sendable {
    let label: String

    func record(_ value: Int) { Notes.metrics?.add("\(label) \(value)") }
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
      case .refusedForClockStep:
        Counter(label: "holdfast_clock_step_refusals").increment()
      case .clockStep:
        Counter(label: "holdfast_clock_steps").increment()
      case .list(let commands):
        Recorder(label: "holdfast_list_commands").record(commands)
      case .sweep(let report):
        Timer(label: "holdfast_sweep_lag").recordMicroseconds(report.lagMicroseconds)
      case .batch(let batch):
        observe(batch)
      }
    }

    private func observe(_ batch: BatchFigures) {
      Counter(label: "holdfast_batches", dimensions: [("outcome", "\(batch.outcome)")]).increment()
      Counter(label: "holdfast_batch_retries").increment(by: Int64(batch.retries))
      Recorder(label: "holdfast_batch_commands").record(batch.commands)
      Recorder(label: "holdfast_batch_accounts").record(batch.accounts)
      Timer(label: "holdfast_batch_queue_longest").recordMicroseconds(batch.queueTime.longest)
      Timer(label: "holdfast_batch_queue_mean").recordMicroseconds(batch.queueTime.mean)
      let phases = batch.phases
      for (phase, duration) in [
        ("load", phases.load), ("decide", phases.decide), ("write", phases.write),
      ] {
        Timer(label: "holdfast_batch_phase", dimensions: [("phase", phase)])
          .recordMicroseconds(duration)
      }
    }
  }
  // end
}
