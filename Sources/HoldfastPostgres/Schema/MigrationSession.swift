internal import Holdfast

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The transactions of a migration on one connection.
struct MigrationSession {
  enum Kind {
    /// Alone among the migrations of the schema.
    case locked
    case readOnly
  }

  let connection: PostgresConnection
  let settings: MigrationSettings

  /// How long one statement may take, its locks included. A migration of a large table takes long;
  /// one that never ends would keep others out.
  private static let patience: Int64 = 3600

  init(_ connection: PostgresConnection, _ settings: MigrationSettings) {
    self.connection = connection
    self.settings = settings
  }

  /// Runs the body in a transaction, which ends without effects when it throws.
  func transaction<Value>(
    _ kind: Kind, _ body: () throws(MigrationError) -> Value
  ) throws(MigrationError) -> Value {
    do throws(MigrationError) {
      try run(opening(kind))
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // What went wrong is told already; a connection on which even this fails is of no use anyway.
      try? connection.rollback(deadline: .after(seconds: 10))
      throw error
    }
  }

  /// Runs the body again, up to the number of attempts, while a lock was not to be had.
  func retrying<Value>(
    _ body: () throws(MigrationError) -> Value
  ) throws(MigrationError) -> Value {
    var attempt = 1
    while true {
      do throws(MigrationError) {
        return try body()
      } catch {
        guard case .store(let cause) = error, let state = cause.sqlState,
          state == .lockNotAvailable || state.errorClass == "40", attempt < settings.attempts
        else { throw error }
        // Long enough for those who waited behind us to pass, and at a moment of our own.
        usleep(UInt32.random(in: 50_000...150_000) * UInt32(min(attempt, 10)))
        attempt += 1
      }
    }
  }

  /// Runs a text of statements.
  func run(_ script: String) throws(MigrationError) {
    do throws(PostgresError) {
      try connection.runScript(script, deadline: .after(seconds: Self.patience))
    } catch {
      throw .store(error)
    }
  }

  /// Runs one statement and returns its rows.
  func rows(_ query: Query, _ parameters: Parameter...) throws(MigrationError) -> Rows {
    do throws(PostgresError) {
      let answers = try connection.run(
        [Statement(query, parameters)], deadline: .after(seconds: Self.patience))
      guard let rows = answers.first else { throw PostgresError(.connectionLost) }
      return rows
    } catch {
      throw .store(error)
    }
  }

  /// The session's own settings may be anything; these end with the transaction. Nothing is looked up
  /// on a path that others can write to.
  private func opening(_ kind: Kind) -> String {
    let (seconds, attoseconds) = settings.lockTimeout.components
    let milliseconds = max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let common = """
      SET LOCAL search_path = pg_catalog, pg_temp;
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0;
      SET LOCAL lock_timeout = '\(milliseconds)ms';
      """
    switch kind {
    case .readOnly: return "BEGIN READ ONLY; \(common)"
    case .locked:
      return "BEGIN READ WRITE; \(common) SELECT pg_catalog.pg_advisory_xact_lock(\(lockNumber));"
    }
  }

  /// The same in every release and process, and another one for each schema.
  private var lockNumber: Int64 {
    let digest = Digest(
      of: Array(settings.schema.string.utf8),
      key: HashKey(first: 0x686f_6c64_6661_7374, second: 0x6d69_6772_6174_6521))
    return Int64(bitPattern: digest.first)
  }
}
