import Foundation
import Holdfast
import HoldfastTesting
import Synchronization
import Testing

/// The worlds that replay files were run in, and the tenants they named.
private final class Worlds: Sendable {
  private let made = Mutex<[(store: InMemoryStore, tenants: TenantNames)]>([])

  final class TenantNames: Sendable {
    let names = Mutex<Set<TenantName>>([])
  }

  var all: [(store: InMemoryStore, tenants: TenantNames)] { made.withLock { $0 } }

  func make(at start: Instant) -> ReplayRunner.World {
    let clock = SimulatedClock(start)
    let store = InMemoryStore(clock: clock.storeClock)
    let tenants = TenantNames()
    made.withLock { $0.append((store, tenants)) }
    return ReplayRunner.World(store: store, clock: clock) { name in
      tenants.names.withLock { _ = $0.insert(name) }
      return name
    }
  }
}

@Suite struct ScenarioCheckTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  static var files: [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?
      .compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  @Test func `there are scenarios to check`() {
    #expect(ScenarioCheckTests.files.count > 30)
  }

  @Test(arguments: files)
  func `what a scenario leaves behind is sound`(file: String) async throws {
    let data = try Data(contentsOf: ScenarioCheckTests.folder.appending(path: file))
    let worlds = Worlds()
    let runner = ReplayRunner { worlds.make(at: $0) }
    await runner.run(try ReplayFile(name: file, text: Array(data))) { _ in }
    #expect(!worlds.all.isEmpty)
    for world in worlds.all {
      for tenant in world.tenants.names.withLock({ $0 }).sorted() {
        let report = try await LedgerChecker().check(world.store, tenant: tenant)
        #expect(report.violations == [], "\(file), tenant \(tenant)")
      }
    }
  }
}
