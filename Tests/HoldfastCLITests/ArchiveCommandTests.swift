import Foundation
import Holdfast
import HoldfastTesting
import Testing

@testable import HoldfastCLI

@Suite("holdfast archive")
struct ArchiveCommandTests {
  private func run(_ options: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await ArchiveCommand.run(options, output: written.output)
    return (code, written.lines)
  }

  private static let place = NSTemporaryDirectory()

  @Test(
    "bad usage ends with 2 and says why",
    arguments: [
      [], ["--store", "postgres://x"], ["--store", "postgres://x", "--before", "2026-01-01"],
      ["--store", "memory", "--before", "2026-01-01", "--to", place],
      ["--store", "postgres://x", "--before", "yesterday", "--to", place],
      ["--store", "postgres://x", "--before", "2026-13-01", "--to", place],
      ["--store", "postgres://x", "--before", "2026-01-01", "--to", "/no such folder"],
      ["--store", "postgres://x", "--before", "2026-01-01", "--to", place, "--all"],
      ["--store", "postgres://x", "--schema", "pg_x", "--before", "2026-01-01", "--to", place],
      ["--store", "nosuchoption=1", "--before", "2026-01-01", "--to", place],
    ])
  func usage(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("! holdfast archive: ") == true)
  }

  @Test("help ends with 0 and fits a terminal")
  func help() async {
    let (code, lines) = await run(["--help"])
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("examples:") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test("a server that is not there ends with 4")
  func unreachable() async {
    let (code, lines) = await run([
      "--store", "host=\(Self.place)holdfast-none", "--before", "2026-01-01", "--to", Self.place,
    ])
    #expect(code == .storeUnreachable)
    #expect(lines.count == 1)
  }

  private func database() async throws -> String {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<String, any Error>) in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let server = try ThrowAwayPostgres.shared()
            return server.connectionString(database: try server.createDatabase(for: "archive"))
          })
      }
    }
  }

  @Test("it tells what it would do and what it did; check takes the files, and explain does")
  func whole() async throws {
    let url = try await database()
    let folder = NSTemporaryDirectory() + "holdfast-archive-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let options = ["--store", url, "--to", folder]
    let early = await run(options + ["--before", "2026-01-01"])
    #expect(early.code == .checkFailed)
    #expect(early.lines.first?.contains("holdfast migrate brings it there") == true)
    let silent = Transcript.Written()
    #expect(await MigrateCommand.run(["--store", url], output: silent.output) == .ok)
    let empty = await run(options + ["--before", "2026-01-01"])
    #expect(empty.code == .ok)
    #expect(empty.lines == ["nothing is older than 2026-01-01T00:00:00Z"])
    let opened = try await OpenedStore.open(.postgres(connection: url, schema: "holdfast"))
    let ledger = Ledger(store: opened.store, tenant: "acme")
    let ada = ledger.account("ada")["credits"]
    for number in 0..<5 { _ = try await ada.credit(10, key: IdempotencyKey("c\(number)")) }
    _ = try await ada.debit(50, key: "d")
    await opened.close()
    // Rows of this second are younger than any instant that may be asked for by then.
    let now = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
    let before = now.description
    let planned = await run(options + ["--before", before, "--dry-run"])
    #expect(planned.code == .ok)
    #expect(planned.lines.first?.hasPrefix("would archive 6 rows of 1 accounts, about ") == true)
    #expect(planned.lines.first?.hasSuffix(" bytes; nothing was written") == true)
    let done = await run(options + ["--before", before, "--json"])
    #expect(done.code == .ok)
    let json = try JSONValue.parse(try #require(done.lines.first).utf8)
    guard case .object(let object) = json else {
      Issue.record("\(done.lines)")
      return
    }
    #expect(object["rows"] == 6 && object["removed"] == 6 && object["dryRun"] == false)
    #expect(object["files"] == ["holdfast-holdfast-000001.jsonl"])
    let ahead = await run(options + ["--before", "2999-01-01"])
    #expect(ahead.code == .usage)

    let check = Transcript.Written()
    #expect(await CheckCommand.run(["--all", "--store", url], output: check.output) == .ok)
    #expect(check.lines.first?.hasPrefix("acme: 1 accounts, 0 rows, 0 viol") == true)
    let whole = Transcript.Written()
    #expect(
      await CheckCommand.run(["--all", "--store", url, "--archive", folder], output: whole.output)
        == .ok)
    #expect(whole.lines.first?.hasPrefix("acme: 1 accounts, 6 rows, 0 viol") == true)
    let explain = Transcript.Written()
    _ = await ExplainCommand.run(
      ["--tenant", "acme", "--account", "ada", "--store", url], output: explain.output)
    #expect(explain.lines.joined().contains("is archived"))
    try FileManager.default.removeItem(atPath: folder + "/holdfast-holdfast-000001.jsonl")
    let missing = Transcript.Written()
    let code = await CheckCommand.run(
      ["--all", "--store", url, "--archive", folder], output: missing.output)
    #expect(code == .checkFailed)
    #expect(missing.lines.first?.contains("000001.jsonl") == true)
  }
}
