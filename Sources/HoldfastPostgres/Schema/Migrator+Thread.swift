internal import Foundation

extension Migrator {
  /// Connects, and migrates or only plans, on a thread of its own: libpq blocks.
  package func run(
    on options: ConnectionOptions, isDryRun: Bool, connectTimeout seconds: Int64 = 15
  ) async throws(MigrationError) -> MigrationReport {
    let result = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: connectAndRun(options, isDryRun: isDryRun, seconds: seconds))
      }
      thread.name = "holdfast-migrate"
      thread.start()
    }
    return try result.get()
  }

  private func connectAndRun(
    _ options: ConnectionOptions, isDryRun: Bool, seconds: Int64
  ) -> Result<MigrationReport, MigrationError> {
    let connection: PostgresConnection
    do throws(PostgresError) {
      connection = try PostgresConnection(options, deadline: .after(seconds: seconds))
    } catch {
      return .failure(.store(error))
    }
    defer { connection.close() }
    do throws(MigrationError) {
      return .success(try isDryRun ? plan(on: connection) : run(on: connection))
    } catch {
      return .failure(error)
    }
  }
}
