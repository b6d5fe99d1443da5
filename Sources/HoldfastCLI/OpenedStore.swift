internal import Foundation
internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// The store that a command works on. The only place where one is opened.
struct OpenedStore: Sendable {
  let store: any LedgerStore
  /// What it is called in a report.
  let name: String
  /// What the caller's text for an id stands for: of a scenario `$label.field`, else itself.
  let resolve: @Sendable (String) -> String?
  /// Ends its connections.
  let close: @Sendable () async -> Void

  /// What a command that looks at a store looks at.
  enum Source: Sendable {
    case standing(StorePlace)
    /// A replay file: it is run in memory, and what it left is looked at.
    case scenario(String)
  }

  /// Why there is none, with what the command ends with.
  struct Failure: Error {
    let reason: String
    let code: ExitCode
  }

  private init(
    _ store: any LedgerStore, name: String,
    resolve: @escaping @Sendable (String) -> String? = { $0 },
    close: @escaping @Sendable () async -> Void = {}
  ) {
    self.store = store
    self.name = name
    self.resolve = resolve
    self.close = close
  }

  /// - Parameter clock: Stands in for the store's own clock.
  static func open(
    _ place: StorePlace, clock: StoreClock? = nil
  ) async throws(Failure) -> OpenedStore {
    switch place {
    case .memory:
      return OpenedStore(InMemoryStore(clock: clock ?? .system), name: "in-memory")
    case .postgres(let connection, let schema):
      var configuration = PostgresConfiguration(connection, schema: schema)
      configuration.clock = clock
      // Somebody waits at a terminal.
      configuration.patienceSeconds = 5
      do throws(LedgerError) {
        let store = try await PostgresStore(configuration)
        return OpenedStore(store, name: "PostgreSQL", close: { await store.close() })
      } catch {
        throw Failure(error)
      }
    }
  }

  /// - Parameter warn: Told of lines of a scenario that did not give what they expect: it is then not
  ///   what its author thinks.
  static func open(
    _ source: Source, warn: (String) -> Void
  ) async throws(Failure) -> OpenedStore {
    switch source {
    case .standing(let place): try await open(place)
    case .scenario(let path): try await scenario(path, warn: warn)
    }
  }

  private static func scenario(
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
      aftermath.world.store, name: "in-memory", resolve: { aftermath.text(of: $0) })
  }
}

extension OpenedStore {
  /// Reads archived rows from the folder from now on.
  func attach(archive folder: String) async throws(Failure) {
    guard let store = store as? PostgresStore else {
      throw Failure(reason: "only a store on PostgreSQL has an archive", code: .usage)
    }
    do throws(ArchiveError) { try await store.attach(archive: folder) } catch {
      await close()
      throw Failure(reason: error.description, code: ExitCode(error))
    }
  }
}

extension OpenedStore.Failure {
  fileprivate init(_ error: LedgerError) {
    reason = error.explained
    // What libpq cannot read was given on the command line, or in the environment.
    code = error.detail == "connect_invalidOptions" ? .usage : ExitCode(error)
  }
}

extension LedgerError {
  /// Its code and message, with the detail where there is one.
  var explained: String {
    "\(code.rawValue): \(message)" + (self.detail.map { " (\($0))" } ?? "")
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

extension JSONValue {
  /// What a command that prints JSON prints of a refusal.
  init(_ error: LedgerError) {
    self = ["error": .string(error.code.rawValue), "message": .string(error.message)]
    guard let instant = error.archivedThrough, case .object(var object) = self else { return }
    object["archivedThrough"] = .string(instant.description)
    self = .object(object)
  }
}
