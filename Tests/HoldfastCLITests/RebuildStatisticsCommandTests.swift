import Foundation
import HoldfastTesting
import Testing

@testable import HoldfastCLI

@Suite("holdfast rebuild-statistics")
struct RebuildStatisticsCommandTests {
  private func run(_ options: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await RebuildStatisticsCommand.run(options, output: written.output)
    return (code, written.lines)
  }

  @Test(
    "bad usage ends with 2 and says why",
    arguments: [
      [], ["--store", "postgres://x"], ["--store", "memory", "--all"],
      ["--store", "postgres://x", "--all", "--tenant", "acme"], ["--all"],
      ["--store", "postgres://x", "--schema", "pg_catalog", "--all"],
      ["--store", "nosuchoption=1", "--all"],
    ])
  func usage(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("! holdfast rebuild-statistics: ") == true)
  }

  @Test("help ends with 0 and fits a terminal")
  func help() async {
    let (code, lines) = await run(["--help"])
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("example:") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test("it says what it looked at and corrected, for people and for programs")
  func rebuilds() async throws {
    let url = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<String, any Error>) in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let server = try ThrowAwayPostgres.shared()
            return server.connectionString(database: try server.createDatabase(for: "rebuild"))
          })
      }
    }
    let early = await run(["--store", url, "--all"])
    #expect(early.code == .checkFailed)
    let written = Transcript.Written()
    #expect(await MigrateCommand.run(["--store", url], output: written.output) == .ok)
    let (code, lines) = await run(["--store", url, "--all"])
    #expect(code == .ok)
    #expect(lines == ["0 accounts, 0 entries, 0 records of usage: 0 sums corrected"])
    let json = await run(["--store", url, "--tenant", "acme", "--json"])
    #expect(json.lines == [#"{"accounts":0,"entries":0,"records":0,"corrections":0}"#])
  }
}
