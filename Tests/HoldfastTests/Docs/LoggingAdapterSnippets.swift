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
    let store = InMemoryStore()
    // snippet: observer
    let ledger = Ledger(
      store: store, tenant: "acme/production",
      observer: LoggingObserver(logger: Logger(label: "holdfast")))
    // end
    return ledger
  }
}
