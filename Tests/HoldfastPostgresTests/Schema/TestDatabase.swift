import Foundation
import HoldfastPostgres
import HoldfastTesting

/// A database of its own on the test server, empty at first. All its statements run on threads of
/// their own.
struct TestDatabase: Sendable {
  let name: String
  let options: ConnectionOptions

  /// An existing one.
  init(name: String, options: ConnectionOptions) {
    self.name = name
    self.options = options
  }

  /// On the server all tests share, or on another.
  init(on server: (@Sendable () throws -> ThrowAwayPostgres)? = nil) async throws {
    (name, options) = try await TestDatabase.onThread {
      let server = try server?() ?? ThrowAwayPostgres.shared()
      let name = try server.createDatabase(for: "schema")
      let connection = server.connectionString(database: name)
      return (name, ConnectionOptions(connection, statements: .unnamed))
    }
  }

  /// With a ledger, and what the script writes into it.
  static func migrated(_ script: String? = nil) async throws -> TestDatabase {
    let database = try await TestDatabase()
    _ = try await database.migrate()
    if let script { try await database.rows(script) }
    return database
  }

  /// Runs the body with a new connection, on a thread of its own.
  @discardableResult
  func with<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws -> Value {
    try await TestDatabase.onThread { [options] in
      let connection = try PostgresConnection(options, deadline: .after(seconds: 60))
      defer { connection.close() }
      return try body(connection)
    }
  }

  /// Runs a script as superuser, or as the role; the rows of its last statement, as text.
  @discardableResult
  func rows(_ script: String, as role: String? = nil) async throws -> [[String?]] {
    try await with { connection in
      let prefix = role.map { "SET SESSION AUTHORIZATION \($0); " } ?? ""
      let answers = try connection.runScript(prefix + script, deadline: .after(seconds: 60))
      guard let last = answers.last else { return [] }
      return (0..<last.rowCount).map { row in
        (0..<last.columnCount).map { last.optionalText(row, $0) }
      }
    }
  }

  /// The SQLSTATE that a script as the role is refused with; `nil` when it is not.
  func refusal(_ script: String, as role: String? = nil) async throws -> String? {
    do {
      try await rows(script, as: role)
      return nil
    } catch let error as PostgresError {
      return error.sqlState?.code
    }
  }

  func migrate(
    _ settings: MigrationSettings = MigrationSettings(), migrations: [Migration] = Migration.all
  ) async throws -> MigrationReport {
    try await Migrator(settings, migrations: migrations).run(on: options, isDryRun: false)
  }

  /// A role of a name that no other test has, which may log in.
  func makeRole() async throws -> SQLName {
    guard let name = SQLName("role_\(UUID().uuidString.lowercased().replacing("-", with: "_"))")
    else { throw Unexpected() }
    try await rows("CREATE ROLE \(name.quoted) LOGIN")
    return name
  }

  private struct Unexpected: Error {}

  /// Runs what blocks on a thread of its own.
  static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
