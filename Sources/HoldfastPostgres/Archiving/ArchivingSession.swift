internal import Holdfast

/// One run of an `Archiver` on one connection: it goes through all accounts, and keeps the files.
struct ArchivingSession: ~Copyable {
  let archiver: Archiver
  let connection: PostgresConnection
  let slots: Int16
  let queries: Queries
  var report = ArchiveReport()
  var file: ArchiveFile?
  private var lock: PosixFile?

  private static let accountsAtOnce: Int64 = 500
  private static let lockName = ".holdfast-archive.lock"

  init(_ archiver: Archiver, _ connection: PostgresConnection) throws(ArchiveError) {
    self.archiver = archiver
    self.connection = connection
    queries = Queries(schema: archiver.schema)
    let found: Installation?
    do throws(PostgresError) {
      found = try Installation.read(
        archiver.schema, on: connection, deadline: .after(seconds: 60))
    } catch {
      throw .store(error)
    }
    do throws(LedgerError) { slots = try Installation.usable(found).slots } catch {
      throw .schemaMismatch(error)
    }
  }

  mutating func run(_ progress: (ArchiveReport) -> Void) throws(ArchiveError) {
    let clock = try ask([Statement(queries.loading.clock)])[0]
    guard archiver.before.microseconds <= clock.timestamptz(0, 0) else { throw .ahead }
    if !archiver.isDryRun { try begin() }
    for slot in 0..<slots {
      var last = AccountID(digest: Digest(first: 0, second: 0))
      while true {
        let rows = try ask([
          Statement(
            queries.archiving.accounts,
            [
              .int2(slot), .account(last), .timestamptz(archiver.before.microseconds),
              .int8(Self.accountsAtOnce),
            ])
        ])[0]
        for row in 0..<rows.rowCount {
          last = rows.accountID(row, 0)
          report.accountsSeen += 1
          guard rows.bool(row, 1) else { continue }
          try archive(ArchivedPlace(slot: slot, id: last), progress)
        }
        progress(report)
        if rows.rowCount < Int(Self.accountsAtOnce) { break }
      }
    }
  }

  /// Takes the folder, puts away what an interrupted run left there, and says that rows are archived
  /// from now on.
  private mutating func begin() throws(ArchiveError) {
    let lock = try PosixFile("\(archiver.folder)/\(Self.lockName)", for: .lock)
    guard lock.lock() else {
      throw .file(archiver.folder, reason: "another archiving writes there")
    }
    self.lock = consume lock
    let files = try ask([Statement(queries.archive.files)])[0]
    for row in 0..<files.rowCount {
      let record = ArchiveFileRecord(files, row)
      let path = "\(archiver.folder)/\(record.name)"
      guard PosixFile.exists(path) else { continue }
      let file = try PosixFile(path, for: .change)
      if try file.size() > record.bytes {
        try file.truncate(to: record.bytes)
        try file.sync()
      }
    }
    try letReadersRead()
    _ = try ask([
      Statement(TransactionQueries.begin), Statement(queries.archiving.begin),
      Statement(TransactionQueries.commit),
    ])
  }

  /// Who reads the journal reads what is kept of it: also roles that were granted nothing since the
  /// tables came.
  private func letReadersRead() throws(ArchiveError) {
    let roles = try ask([
      Statement(queries.archiving.readers, [.text(archiver.schema.string)])
    ])[0]
    guard roles.rowCount > 0 else { return }
    let names = (0..<roles.rowCount).map { roles.text($0, 0) }.joined(separator: ", ")
    let schema = archiver.schema.quoted
    do throws(PostgresError) {
      try connection.runScript(
        """
        GRANT SELECT ON \(schema).checkpoint, \(schema).archived_key, \(schema).archive_file
        TO \(names)
        """, deadline: .after(seconds: 60))
    } catch {
      throw .store(error)
    }
  }

  /// The file that the next part goes to, with a header where it is new.
  mutating func openFile() throws(ArchiveError) {
    if let mark = file?.mark, mark.bytes < archiver.bytesPerFile { return }
    let row = try recordFile()
    let name = row.text(0, 1)
    var new = try ArchiveFile(row.int32(0, 0), name: name, in: archiver.folder)
    new.append(ArchiveLine.header(schema: archiver.schema.string, before: archiver.before).text)
    file = consume new
    report.files.append(name)
  }

  /// Gives the next file its number and name. Another archiving may take the same number first.
  private func recordFile() throws(ArchiveError) -> Rows {
    let statement = Statement(
      queries.archiving.insertFile,
      [
        .text("holdfast-\(archiver.schema.string.fileName)"),
        .timestamptz(archiver.before.microseconds),
      ])
    while true {
      do throws(ArchiveError) { return try ask([statement])[0] } catch {
        guard case .store(let cause) = error, cause.sqlState == .uniqueViolation else {
          throw error
        }
        try rollback()
      }
    }
  }

  /// Ends a transaction without effects.
  func rollback() throws(ArchiveError) {
    do throws(PostgresError) { try connection.rollback(deadline: .after(seconds: 10)) } catch {
      throw .store(error)
    }
  }

  static func decoding<Value>(
    _ body: () throws(CorruptRow) -> Value
  ) throws(ArchiveError) -> Value {
    do throws(CorruptRow) { return try body() } catch { throw .corrupt(error) }
  }

  func ask(_ statements: [Statement]) throws(ArchiveError) -> [Rows] {
    do throws(PostgresError) {
      return try connection.run(statements, deadline: .after(seconds: 60))
    } catch {
      throw .store(error)
    }
  }
}

/// An account that is archived.
struct ArchivedPlace {
  let slot: Int16
  let id: AccountID

  var key: [Parameter] { [.int2(slot), .account(id)] }
}

extension String {
  /// With what a file's name had better not have.
  fileprivate var fileName: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
