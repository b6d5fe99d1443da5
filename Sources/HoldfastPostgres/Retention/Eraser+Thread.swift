extension Eraser {
  /// Connects, and does it, on a thread of its own: libpq blocks.
  package func run(
    on options: ConnectionOptions, connectTimeout seconds: Int64 = 15
  ) async throws(RetentionError) -> ErasureReport {
    let result = await withCheckedContinuation { continuation in
      OwnThread.start { continuation.resume(returning: connectAndRun(options, seconds)) }
    }
    return try result.get()
  }

  private func connectAndRun(
    _ options: ConnectionOptions, _ seconds: Int64
  ) -> Result<ErasureReport, RetentionError> {
    let connection: PostgresConnection
    do throws(PostgresError) {
      connection = try PostgresConnection(options, deadline: .after(seconds: seconds))
    } catch {
      return .failure(.store(error))
    }
    defer { connection.close() }
    do throws(RetentionError) { return .success(try run(on: connection)) } catch {
      return .failure(error)
    }
  }
}
