/// What a race does to the system it runs on.
package enum RaceFault: String, Hashable, Sendable, CaseIterable {
  case terminate
  case cut
  case delay
  case hold
  case pause
  case kill
  case killWorker = "kill-worker"
  case skew

  package var summary: String {
    switch self {
    case .terminate: "end the run's sessions on the server"
    case .cut: "reset the connections, some in the middle of an answer"
    case .delay: "let bytes arrive later for a second"
    case .hold: "let no bytes pass for a second"
    case .pause: "suspend PostgreSQL for a second"
    case .kill: "SIGKILL PostgreSQL and start it again"
    case .killWorker: "SIGKILL a worker process and start another"
    case .skew: "let the clocks of the workers differ by up to two seconds"
    }
  }

  /// Whether it needs the proxy in between.
  package var needsProxy: Bool { [.cut, .delay, .hold].contains(self) }

  /// Whether it strikes the server's processes, and so only one that the harness started.
  package var needsOwnServer: Bool { self == .pause || self == .kill }

  /// Whether it needs workers in processes of their own.
  package var needsWorkers: Bool { self == .killWorker || self == .skew }

  /// Whether it strikes time and again, rather than holding all along.
  package var isRepeated: Bool { self != .skew }
}
