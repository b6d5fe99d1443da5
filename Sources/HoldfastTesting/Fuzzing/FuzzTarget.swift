/// What can be fuzzed: bodies that take any bytes, shared by the fuzzer and by the tests that run
/// the inputs which once found something.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A JSON text: read, written in every layout, read again.
  case json
  /// An RFC 3339 date-time, or eight bytes of microseconds.
  case instants
  /// The text of an id or a cursor, or the bytes behind one.
  case ids
  /// Commands, one JSON object a line.
  case fingerprint
  /// A replay file; lines that make it unreadable are left out.
  case replay
  /// Bytes that choose the commands of a `CommandScript`.
  case commands

  /// Runs one input; throws what is wrong. Any input has to come back.
  package func check(_ input: [UInt8]) async throws(FuzzFinding) {
    switch self {
    case .json: try FuzzTarget.checkJSON(input)
    case .instants: try FuzzTarget.checkInstant(input)
    case .ids: try await FuzzTarget.checkIDs(input)
    case .fingerprint: try FuzzTarget.checkFingerprints(input)
    case .replay: try await FuzzTarget.checkReplay(input)
    case .commands: try await FuzzTarget.checkCommands(input)
    }
  }
}
