internal import Holdfast

extension PostgresStore {
  /// From now on explanations, and what the store hands out of whole accounts, begin with the first
  /// row: what was archived is read from there.
  ///
  /// - Parameter folder: With all files of the ledger's archive. Every line is looked at.
  package func attach(archive folder: String) async throws(ArchiveError) {
    let query = context.queries.archive.files
    let result: Result<ArchiveFolder, ArchiveError>
    do throws(LedgerError) {
      result = try await readers.run { connection throws(ReadFailure) in
        let rows = try connection.ask([Statement(query)])[0]
        let files = (0..<rows.rowCount).map { ArchiveFileRecord(rows, $0) }
        do throws(ArchiveError) { return .success(try ArchiveFolder(folder, files: files)) } catch {
          return .failure(error)
        }
      }
    } catch {
      throw .refused(error)
    }
    archive = try result.get()
  }
}
