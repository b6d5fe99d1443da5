internal import Foundation
internal import Holdfast
internal import HoldfastTesting

/// The store that a command reads. The only place where one is opened.
struct OpenedStore: Sendable {
  let store: any LedgerStore
  /// What the caller's text for an id stands for: of a scenario `$label.field`, else itself.
  let resolve: @Sendable (String) -> String?

  /// Why there is none, with what the command ends with.
  struct Failure: Error {
    let reason: String
    let code: ExitCode
  }

  /// Runs a scenario and opens what it left.
  ///
  /// - Parameter warn: Told of lines that did not give what they expect: the scenario is then not
  ///   what its author thinks.
  static func scenario(
    _ path: String, warn: (String) -> Void
  ) async throws(Failure) -> OpenedStore {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(reason: "\(path): cannot be read", code: .usage)
    }
    let file: ReplayFile
    do throws(ReplayFile.Unreadable) {
      file = try ReplayFile(name: path, text: Array(data))
    } catch {
      throw Failure(reason: error.description, code: .usage)
    }
    let aftermath = await ReplayRunner.inMemory.run(file) { line in
      if let failure = line.failure { warn(failure) }
    }
    return OpenedStore(
      store: aftermath.world.store, resolve: { aftermath.text(of: $0) })
  }
}

extension ExitCode {
  /// What a command ends with that a store refused.
  init(_ error: LedgerError) {
    switch error.code {
    case .invalidArgument: self = .usage
    case .unavailable, .overloaded, .deadlineExceeded, .outcomeUnknown: self = .storeUnreachable
    default: self = .checkFailed
    }
  }
}
