import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// What is archived behind the commands' backs changes no answer to them.
@Suite(.serialized) struct ArchiveComparisonTests {
  private static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == "1"

  @Test(
    "a ledger that is archived all the time answers as one that never is",
    .timeLimit(.minutes(30)), arguments: WorkloadProfile.allCases)
  func sameAnswers(profile: WorkloadProfile) async throws {
    let hashKey = HashKey(first: 17, second: 4)
    let database = try await TestDatabase()
    _ = try await database.migrate(MigrationSettings(slots: 3, hashKey: hashKey))
    try await database.rows("ALTER DATABASE \"\(database.name)\" SET synchronous_commit = off")
    let folder = try TestFolder()
    let worlds = WorldsInOneStore(for: "run")
    var configuration = PostgresConfiguration(database.options.connectionString)
    configuration.lanes = 2
    configuration.readers = 1
    configuration.maximumOpenReservations = profile.maximumOpenReservations
    configuration.clock = worlds.storeClock
    let store = try await PostgresStore(configuration)
    let fresh = UInt64.random(in: 0 ... .max / 2)
    var archivedRows = 0
    for seed in Array(0..<2) + (fresh..<fresh + (Self.isLong ? 40 : 1)) {
      let twin = TestBox<ArchivedTwin>()
      let failure = TestBox<String>()
      let run = WorkloadRun(profile: profile, seed: seed) { clock, limit in
        let world = worlds.next(in: store, clock: clock)
        let made = ArchivedTwin(
          store,
          InMemoryStore(
            clock: clock.storeClock, hashKey: hashKey, maximumOpenReservations: limit),
          every: 11, rename: world.tenant
        ) {
          let now = StoreClock.system.now()
          do {
            _ = try await database.archive(
              before: min(clock.now, now), to: folder, rowsAtOnce: 8, bytesPerFile: 200_000)
          } catch {
            failure.set("\(error)")
          }
        }
        twin.set(made)
        return made
      }
      let report = await run.run()
      let comment = "profile \(profile.rawValue), seed \(seed)"
      #expect(report.failure == nil, "\(comment)")
      #expect(failure.value == nil, "\(comment)")
      #expect(twin.value?.differences.prefix(3) == [], "\(comment)")
      for tenant in worlds.tenants {
        archivedRows += 1
        try await store.expectSound(tenant, with: folder, comment)
      }
      if report.failure != nil || twin.value?.differences.isEmpty == false { break }
    }
    #expect(archivedRows > 0)
    #expect(try await database.count("archived_key") > 100)
    try await database.expectAuditsEmpty()
    await store.close()
  }
}
