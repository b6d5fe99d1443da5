import Foundation
import HoldfastTesting
import Testing

@testable import HoldfastCLI

@Suite("holdfast erase")
struct EraseCommandTests {
  private func run(_ options: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await EraseCommand.run(options, output: written.output)
    return (code, written.lines)
  }

  private static let account = ["--tenant", "acme", "--account", "ada"]

  @Test(
    "bad usage ends with 2 and says why",
    arguments: [
      [], ["--store", "postgres://x"], ["--store", "postgres://x", "--tenant", "acme"],
      ["--store", "memory"] + account, ["--store", "postgres://x", "--all"] + account,
      ["--store", "postgres://x", "--schema", "pg_catalog"] + account,
      ["--store", "nosuchoption=1"] + account,
    ])
  func usage(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("! holdfast erase: ") == true)
  }

  @Test("help ends with 0 and fits a terminal")
  func help() async {
    let (code, lines) = await run(["--help"])
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("example:") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test("a server that is not there ends with 4")
  func unreachable() async {
    let folder = FileManager.default.temporaryDirectory.path + "/holdfast-none"
    let (code, lines) = await run(["--store", "host=\(folder)"] + Self.account)
    #expect(code == .storeUnreachable)
    #expect(lines.count == 1)
  }

  @Test("where there is no ledger, or no such account, it ends with 1 and erases nothing")
  func nothingThere() async throws {
    let url = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<String, any Error>) in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let server = try ThrowAwayPostgres.shared()
            return server.connectionString(database: try server.createDatabase(for: "erase"))
          })
      }
    }
    let early = await run(["--store", url] + Self.account)
    #expect(early.code == .checkFailed)
    #expect(early.lines.first?.contains("holdfast migrate brings it there") == true)
    let migrated = await MigrateCommand.run(
      ["--store", url], output: Transcript.Written().output)
    #expect(migrated == .ok)
    let (code, lines) = await run(["--store", url] + Self.account)
    #expect(code == .checkFailed)
    #expect(lines == ["! holdfast erase: there is no such account in this tenant"])
  }
}
