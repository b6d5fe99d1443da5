import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite(.serialized) struct PostgresScenarioTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  private static func files() -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?
      .compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  @Test(.timeLimit(.minutes(10)))
  func `every scenario comes out as it says, and leaves a sound ledger`() async throws {
    let worlds = WorldsInOneStore(for: "scenario")
    let database = try await TestDatabase.hasty(slots: 5)
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.clock = worlds.storeClock
    let store = try await PostgresStore(configuration)
    let runner = ReplayRunner { worlds.next(in: store, at: $0) }
    var passed = 0
    for name in Self.files() {
      let data = try Data(contentsOf: Self.folder.appending(path: name))
      await runner.run(try ReplayFile(name: name, text: Array(data))) { line in
        if line.passed == true { passed += 1 }
        if let failure = line.failure { Issue.record("\(failure)") }
      }
      for tenant in worlds.tenants {
        let report = try await LedgerChecker().check(store, tenant: tenant)
        #expect(report.violations == [], "\(name), tenant \(tenant)")
      }
    }
    await store.close()
    #expect(Self.files().count >= 80)
    #expect(passed >= 4_900)
    try await database.expectAuditsEmpty()
  }
}
