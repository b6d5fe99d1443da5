import HoldfastPostgres
import HoldfastTesting
import Testing

/// What the tests of the wire share.
enum WireTest {
  /// A connection to the server all tests share.
  static func connect(
    _ statements: ConnectionOptions.Statements = .prepared
  ) throws -> PostgresConnection {
    let options = ConnectionOptions(
      try ThrowAwayPostgres.shared().connectionString(), statements: statements)
    return try PostgresConnection(options, deadline: .after(seconds: 10))
  }

  static var soon: Deadline { .after(seconds: 20) }

  /// The error that the body throws.
  static func failure(
    sourceLocation: SourceLocation = #_sourceLocation,
    of body: () throws(PostgresError) -> Void
  ) -> PostgresError? {
    do throws(PostgresError) {
      try body()
      Issue.record("no error", sourceLocation: sourceLocation)
      return nil
    } catch {
      return error
    }
  }

  static let one = Query("one", "SELECT 1::int8")
  static let divide = Query("divide", "SELECT 100 / $1", parameterTypes: [.int4])
  static let sleep = Query("sleep", "SELECT pg_sleep($1)::text", parameterTypes: [.int4])
  static let echo = Query("echo", "SELECT $1", parameterTypes: [.bytea])
}

extension PostgresConnection {
  /// The only answer to the only statement.
  func ask(_ query: Query, _ parameters: Parameter...) throws(PostgresError) -> Rows {
    try run([Statement(query, parameters)], deadline: WireTest.soon)[0]
  }
}
