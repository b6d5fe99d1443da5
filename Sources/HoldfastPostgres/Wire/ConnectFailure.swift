/// Why no connection came about.
package enum ConnectFailure: Hashable, Sendable {
  /// No server answered, none of those that did is of the kind asked for, or its certificate is not
  /// trusted.
  case unreachable
  /// The server is there but takes no connection now: it starts, recovers, stops or has too many.
  case unavailable
  /// The options cannot be read, or contradict each other.
  case invalidOptions
  /// Wrong or missing password, no such role, or no rule that lets us in.
  case authentication
  /// There is no database of that name.
  case unknownDatabase
  /// Any other refusal by the server.
  case refused

  /// The class of what the server said.
  init(_ state: SQLState) {
    self =
      switch state {
      case .unknownDatabase: .unknownDatabase
      case .tooManyConnections, .cannotConnectNow: .unavailable
      default:
        switch state.errorClass {
        case "28": .authentication
        case "53", "57": .unavailable
        default: .refused
        }
      }
  }

  var isRetryable: Bool {
    self == .unreachable || self == .unavailable
  }
}
