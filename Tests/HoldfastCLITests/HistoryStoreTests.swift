import Foundation
import HoldfastTesting
import Testing

@testable import HoldfastCLI

/// `holdfast check --history` beside the store that the run was on, and beside another.
@Suite(.serialized) struct HistoryStoreTests {
  private func check(_ arguments: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await CheckCommand.run(arguments, output: written.output)
    return (code, written.lines)
  }

  @Test func `a history is checked against its own store, and no other is taken for it`()
    async throws
  {
    let database = try await StressDatabase.make()
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "holdfast-history-\(UUID().uuidString).jsonl"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let raced = try await StressDatabase.stress([
      "--store", database.url, "--keep", "--history", path, "--shape", "retry-storm",
      "--commands", "300", "--clients", "8",
    ])
    #expect(raced.code == .ok, "\(raced.lines)")
    let schema = try #require(try await database.schemas().first)

    let own = await check(["--history", path, "--store", database.url, "--schema", schema])
    #expect(own.code == .ok)
    #expect(own.lines.contains("0 violations"), "\(own.lines)")

    let written = Transcript.Written()
    let migrated = await MigrateCommand.run(
      ["--store", database.url, "--schema", "other"], output: written.output)
    #expect(migrated == .ok)
    let other = await check(["--history", path, "--store", database.url, "--schema", "other"])
    #expect(other.code == .usage)
    #expect(other.lines.count == 1)
    #expect(other.lines.first?.contains("the store has nothing of tenant stress-") == true)

    let unmade = await check(["--history", path, "--store", database.url, "--schema", "none"])
    #expect(unmade.code != .ok)

    // Somebody lost a row of the journal.
    _ = try await database.sql(
      "DELETE FROM \(schema).journal WHERE version = 5 AND key IS NOT NULL")
    let injured = await check(["--history", path, "--store", database.url, "--schema", schema])
    #expect(injured.code == .checkFailed)
    #expect(injured.lines.contains { $0.hasPrefix("  I11: ") }, "\(injured.lines)")
  }
}
