import Testing

@testable import Holdfast

/// Two reasons to refuse one command.
struct RefusalPair: Sendable, CustomTestStringConvertible {
  let first: LedgerError.Code
  let second: LedgerError.Code
  let arrange: @Sendable (RefusalWorld) async throws -> Commands

  /// A command to which both reasons apply, and one to which only the second does.
  struct Commands {
    let both: Command
    let alone: Command
  }

  init(
    _ first: LedgerError.Code, _ second: LedgerError.Code,
    arrange: @escaping @Sendable (RefusalWorld) async throws -> Commands
  ) {
    self.first = first
    self.second = second
    self.arrange = arrange
  }

  var testDescription: String { "\(first.rawValue) before \(second.rawValue)" }
}
