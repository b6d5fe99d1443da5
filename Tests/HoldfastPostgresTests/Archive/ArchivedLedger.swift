import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// A folder that goes with the test.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("holdfast-archive-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the archive's files, in order.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".jsonl") }
        .sorted()
    }
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }
}

extension TestDatabase {
  /// Archives what is older than an instant.
  func archive(
    before: Instant, to folder: TestFolder, isDryRun: Bool = false, rowsAtOnce: Int64 = 4_000,
    bytesPerFile: Int64 = 1 << 30, aboutToCommit: @escaping @Sendable () -> Void = {}
  ) async throws -> ArchiveReport {
    try await Archiver(
      before: before, to: folder.path, isDryRun: isDryRun, rowsAtOnce: rowsAtOnce,
      bytesPerFile: bytesPerFile, aboutToCommit: aboutToCommit
    ).run(on: options)
  }

  func count(_ table: String) async throws -> Int {
    let rows = try await rows("SELECT count(*) FROM holdfast.\(table)")
    return try #require(rows.first?.first?.flatMap { Int($0) })
  }
}

extension PostgresStore {
  /// The checker finds nothing from the checkpoints on, and nothing in the whole history with the
  /// files; answers the number of rows that it saw each time.
  @discardableResult
  func expectSound(
    _ tenant: TenantName, with folder: TestFolder, _ comment: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (present: Int, all: Int) {
    let present = try await LedgerChecker().check(self, tenant: tenant)
    #expect(present.violations == [], "\(comment)", sourceLocation: sourceLocation)
    let whole = try await PostgresStore(configuration)
    try await whole.attach(archive: folder.path)
    let all = try await LedgerChecker().check(whole, tenant: tenant)
    #expect(all.violations == [], "\(comment), with files", sourceLocation: sourceLocation)
    await whole.close()
    return (present.rows, all.rows)
  }
}
