extension Eraser {
  /// Connects, and does it, on a thread of its own.
  package func run(
    on options: ConnectionOptions, connectTimeout seconds: Int64 = 15
  ) async throws(RetentionError) -> ErasureReport {
    try await OwnThread.connected(
      to: options, within: seconds, or: { .store($0) },
      run: { connection throws(RetentionError) in try run(on: connection) })
  }
}
