extension OwnThread {
  /// Connects and runs `body` on a thread of its own: libpq blocks.
  ///
  /// - Parameter seconds: how long connecting may take.
  static func connected<Value: Sendable, Failure: Error>(
    to options: ConnectionOptions, within seconds: Int64,
    or refusal: @escaping @Sendable (PostgresError) -> Failure,
    run body: @escaping @Sendable (PostgresConnection) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
      OwnThread.start {
        let connection: PostgresConnection
        do throws(PostgresError) {
          connection = try PostgresConnection(options, deadline: .after(seconds: seconds))
        } catch {
          continuation.resume(returning: .failure(refusal(error)))
          return
        }
        defer { connection.close() }
        do throws(Failure) {
          continuation.resume(returning: .success(try body(connection)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
