package import Holdfast

/// Moves journal rows that are old enough into files: checkpoints, and what commands may still need of
/// the rows, stay.
///
/// Account by account and part by part: what a part has is written to the file and made durable there,
/// then, in one short transaction under the account's locks, recorded and removed. So nothing is
/// removed before it is safe, and an archiving that was interrupted goes on when it is asked for again.
/// The service may run meanwhile. It needs the role that owns the ledger.
package struct Archiver: Sendable {
  package let schema: SchemaName
  /// Rows before this instant are archived.
  package let before: Instant
  /// Where the files are written.
  package let folder: String
  /// Whether to only find out what would be done.
  package let isDryRun: Bool
  /// How many rows of a stream are archived at once; more only where they stand at one instant.
  package let rowsAtOnce: Int64
  /// How long a file may become before the next begins.
  package let bytesPerFile: Int64
  /// Told before a part is removed from the database, once it is durable in the file.
  package let aboutToCommit: @Sendable () -> Void

  package init(
    before: Instant, to folder: String, schema: SchemaName = .standard, isDryRun: Bool = false,
    rowsAtOnce: Int64 = 4_000, bytesPerFile: Int64 = 1 << 30,
    aboutToCommit: @escaping @Sendable () -> Void = {}
  ) {
    precondition(rowsAtOnce > 1 && bytesPerFile > 0, "parts and files of some size")
    self.schema = schema
    self.before = before
    self.folder = folder
    self.isDryRun = isDryRun
    self.rowsAtOnce = rowsAtOnce
    self.bytesPerFile = bytesPerFile
    self.aboutToCommit = aboutToCommit
  }

  /// Does it, on a connection outside a transaction.
  ///
  /// - Parameter progress: Told what was done so far, after each part.
  package func run(
    on connection: PostgresConnection, progress: (ArchiveReport) -> Void = { _ in }
  ) throws(ArchiveError) -> ArchiveReport {
    do throws(ArchiveError) {
      var session = try ArchivingSession(self, connection)
      try session.run(progress)
      return session.report
    } catch {
      // What went wrong is told already; a connection on which even this fails is of no use anyway.
      try? connection.rollback(deadline: .after(seconds: 10))
      throw error
    }
  }

  /// Connects, and does it, on a thread of its own.
  package func run(
    on options: ConnectionOptions, connectTimeout seconds: Int64 = 15,
    progress: @escaping @Sendable (ArchiveReport) -> Void = { _ in }
  ) async throws(ArchiveError) -> ArchiveReport {
    try await OwnThread.connected(
      to: options, within: seconds, or: { .store($0) },
      run: { connection throws(ArchiveError) in try run(on: connection, progress: progress) })
  }
}
