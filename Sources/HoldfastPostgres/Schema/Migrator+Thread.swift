extension Migrator {
  /// Connects, and migrates or only plans, on a thread of its own.
  package func run(
    on options: ConnectionOptions, isDryRun: Bool, connectTimeout seconds: Int64 = 15
  ) async throws(MigrationError) -> MigrationReport {
    try await OwnThread.connected(
      to: options, within: seconds, or: { .store($0) },
      run: { connection throws(MigrationError) in
        try isDryRun ? plan(on: connection) : run(on: connection)
      })
  }
}
