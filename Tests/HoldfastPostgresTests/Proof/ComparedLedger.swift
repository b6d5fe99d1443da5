import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// A ledger in a database of its own, on which workloads run one after the other, each in tenants of
/// its own and by a clock of its own.
struct ComparedLedger: Sendable {
  let database: TestDatabase
  let stores: [PostgresStore]
  private let worlds = WorldsInOneStore(for: "run")

  /// - Parameter processes: How many stores take turns, as processes would.
  init(processes: Int, maximumOpenReservations: Int) async throws {
    database = try await TestDatabase.hasty(slots: 3)
    var stores: [PostgresStore] = []
    for _ in 0..<processes {
      var configuration = PostgresConfiguration(database.options.connectionString)
      configuration.lanes = 2
      configuration.readers = 1
      configuration.maximumOpenReservations = maximumOpenReservations
      configuration.clock = worlds.storeClock
      stores.append(try await PostgresStore(configuration))
    }
    self.stores = stores
  }

  var makeStore: SideBySide.MakeStore {
    { [stores, worlds] clock, _ in
      TurnsStore(stores, rename: worlds.next(in: stores[0], clock: clock).tenant)
    }
  }

  /// The checker finds nothing in what the last run left.
  func expectSound(_ run: WorkloadRun) async throws {
    for tenant in worlds.tenants {
      let report = try await LedgerChecker().check(stores[0], tenant: tenant)
      #expect(report.violations == [], "profile \(run.profile.rawValue), seed \(run.seed)")
    }
  }

  func close() async throws {
    for store in stores { await store.close() }
    try await database.expectAuditsEmpty()
  }
}
