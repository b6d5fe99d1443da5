import Holdfast

/// What the adapter uses of swift-log.
enum LoggingShape {
  struct Logger: Sendable {
    typealias Metadata = [String: MetadataValue]

    enum Level: String, Sendable {
      case debug
      case info
      case warning
      case error
    }

    enum MetadataValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, Sendable {
      case string(String)

      init(stringLiteral value: String) { self = .string(value) }

      var text: String {
        switch self {
        case .string(let text): text
        }
      }
    }

    let label: String

    func log(
      level: Level, _ message: @autoclosure () -> String,
      metadata: @autoclosure () -> Metadata? = nil
    ) {
      let pairs = (metadata() ?? [:]).map { "\($0.key): \($0.value.text)" }.sorted()
      Notes.log?.add("\(level): \(message()) [\(pairs.joined(separator: ", "))]")
    }
  }

  // snippet: swift-log
  // import Holdfast
  // import Logging
  struct LoggingObserver: LedgerObserver {
    let logger: Logger

    func observe(_ event: LedgerEvent) {
      switch event {
      case .commandFinished(let command, let code, _, let duplicate):
        logger.log(
          level: LoggingObserver.level(of: code), "ledger command",
          metadata: [
            "command": "\(command)", "code": "\(code?.rawValue ?? "applied")",
            "duplicate": "\(duplicate)",
          ])
      case .retry(let command, let code, let attempt):
        logger.log(
          level: .info, "ledger command repeated",
          metadata: [
            "command": "\(command)", "code": "\(code.rawValue)", "attempt": "\(attempt)",
          ])
      case .outcomeUnknown(let command):
        logger.log(
          level: .warning, "ledger outcome unknown", metadata: ["command": "\(command)"])
      case .refusedForClockStep:
        logger.log(level: .error, "ledger refuses until its clock step is accepted")
      case .clockStep(let microseconds):
        logger.log(
          level: .error, "ledger clock stepped", metadata: ["microseconds": "\(microseconds)"])
      case .list(let commands):
        logger.log(level: .debug, "ledger list", metadata: ["commands": "\(commands)"])
      case .sweep(let report):
        logger.log(
          level: .debug, "ledger sweep",
          metadata: [
            "reservations": "\(report.expiredReservations)", "lots": "\(report.expiredLots)",
            "lag": "\(report.lagMicroseconds)",
          ])
      case .batch(let batch):
        logger.log(
          level: batch.outcome == .committed ? .debug : .warning, "ledger batch",
          metadata: [
            "outcome": "\(batch.outcome)", "retries": "\(batch.retries)",
            "commands": "\(batch.commands)", "accounts": "\(batch.accounts)",
            "queue": "\(batch.queueTime.longest)", "load": "\(batch.phases.load)",
            "decide": "\(batch.phases.decide)", "write": "\(batch.phases.write)",
          ])
      }
    }

    private static func level(of code: LedgerError.Code?) -> Logger.Level {
      switch code {
      case nil: .debug
      case .insufficientBalance, .limitExceeded: .info
      case .invalidArgument, .idempotencyKeyReused, .schemaMismatch: .error
      default: .warning
      }
    }
  }
  // end

  static func ledger() -> Ledger {
    // snippet: observer
    let observer = LoggingObserver(logger: Logger(label: "holdfast"))
    let store = InMemoryStore(observer: observer)
    let ledger = Ledger(store: store, tenant: "acme/production", observer: observer)
    // end
    return ledger
  }
}
