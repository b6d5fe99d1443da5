internal import Foundation
internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastReports
internal import Synchronization

/// `holdfast archive`
enum ArchiveCommand {
  static let help = """
    usage: holdfast archive --store postgres://… --before WHEN --to DIR [options]

    Moves journal rows that are older than an instant into files. For each balance and item a
    checkpoint stays, and of the rows what commands may still need: a command that is sent again is
    a duplicate with its first result, and what was archived can be reversed. The rows that open
    reservations and live lots began with stay as they are.

      --store URL     where: a libpq URL or connection string; the role must own the ledger
      --schema NAME   the schema (default holdfast)
      --before WHEN   an instant such as 2026-01-01T00:00:00Z, or a day of it; not ahead of now
      --to DIR        a folder for the files; keep all files of a ledger in one
      --dry-run       say what would be archived, and write nothing
      --json          what was done as one JSON object

    The service may run meanwhile, in this release or a later one. Nothing is removed before it is
    safe in a file; an archiving that was interrupted is finished by asking for it again. Files are
    JSON lines with checks, described in the page Archiving; the texts of callers are in them. On a
    terminal an archiving that takes longer than two seconds tells how far it is.

    examples:
      holdfast archive --store postgres://owner@db/app --before 2026-01-01 --to /archive --dry-run
      holdfast archive --store postgres://owner@db/app --before 2026-01-01 --to /archive
      holdfast check --all --store postgres://db/app --archive /archive

    exit codes: 0 ok, 1 refused or a file cannot be written, 2 bad usage, 4 store unreachable
    """

  static func run(
    _ arguments: [String], output: CommandOutput = .terminal
  ) async -> ExitCode {
    if Arguments.askForHelp(arguments) {
      output.print(help)
      return .ok
    }
    do throws(Arguments.Misuse) {
      let options = try Arguments(
        arguments, options: ["--store", "--schema", "--before", "--to"],
        flags: ["--dry-run", "--json"])
      let store = try options.database()
      let schema = try options.schema() ?? .standard
      let when = try options.need("--before")
      guard let before = Instant(when) ?? Instant(when + "T00:00:00Z") else {
        throw Arguments.Misuse(reason: "--before takes an instant or a day, as 2026-01-01")
      }
      let folder = try options.need("--to")
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
        isFolder.boolValue
      else { throw Arguments.Misuse(reason: "--to names no folder") }
      let archiver = Archiver(
        before: before, to: folder, schema: schema, isDryRun: options.has("--dry-run"))
      return await archive(archiver, in: store, isJSON: options.has("--json"), output)
    } catch {
      output.error("holdfast archive: \(error.reason); see holdfast archive --help")
      return .usage
    }
  }

  private static func archive(
    _ archiver: Archiver, in store: String, isJSON: Bool, _ output: CommandOutput
  ) async -> ExitCode {
    let options = ConnectionOptions(
      store, schema: archiver.schema.string, statements: .unnamed,
      applicationName: "holdfast archive")
    let line = Mutex(ProgressLine())
    do throws(ArchiveError) {
      let report = try await archiver.run(on: options) { done in
        line.withLock {
          $0.show(
            "\(done.accountsSeen) accounts looked at, \(done.rows) rows of \(done.accounts)")
        }
      }
      line.withLock { $0.end() }
      output.print(
        isJSON ? json(report, archiver).text : sentence(report, archiver))
      return .ok
    } catch {
      line.withLock { $0.end() }
      output.error("holdfast archive: \(error)".printable)
      return ExitCode(error)
    }
  }

  private static func sentence(_ report: ArchiveReport, _ archiver: Archiver) -> String {
    guard report.rows > 0 || report.removed > 0 else {
      return "nothing is older than \(archiver.before)"
    }
    let rows = "\(report.rows) rows of \(report.accounts) accounts"
    if archiver.isDryRun {
      return "would archive \(rows), about \(report.bytes) bytes; nothing was written"
    }
    return "archived \(rows) in \(report.files.count) files of \(report.bytes) bytes; "
      + "\(report.removed) rows are gone from the journal, of \(report.kept) of them the keys stay"
  }

  private static func json(_ report: ArchiveReport, _ archiver: Archiver) -> JSONValue {
    [
      "before": .string(archiver.before.description), "dryRun": .bool(archiver.isDryRun),
      "accounts": .integer(Int64(report.accounts)), "rows": .integer(report.rows),
      "removed": .integer(report.removed), "kept": .integer(report.kept),
      "files": .array(report.files.map { .string($0) }), "bytes": .integer(report.bytes),
      "through": report.through.map { .string($0.description) } ?? .null,
    ]
  }
}

extension ExitCode {
  /// What an archiving ends with that stopped.
  init(_ error: ArchiveError) {
    switch error {
    case .store(let cause): self = ExitCode(MigrationError.store(cause))
    case .refused(let cause): self = ExitCode(cause)
    case .ahead: self = .usage
    case .corrupt, .schemaMismatch, .busy, .file, .damaged, .short: self = .checkFailed
    }
  }
}
