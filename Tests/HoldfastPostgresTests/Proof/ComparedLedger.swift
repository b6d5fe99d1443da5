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

  /// - Parameters:
  ///   - processes: How many stores take turns, as processes would.
  ///   - host: What the stores stand on, when that is not the process itself.
  init(
    processes: Int, maximumOpenReservations: Int,
    host: ((ConnectionOptions) -> any Host)? = nil
  ) async throws {
    database = try await TestDatabase.hasty(slots: 3)
    let installation = try await database.with { connection in
      try Installation.usable(
        try Installation.read(.standard, on: connection, deadline: .after(seconds: 60)))
    }
    var stores: [PostgresStore] = []
    for _ in 0..<processes {
      var configuration = PostgresConfiguration(database.options.connectionString)
      configuration.lanes = 2
      configuration.readers = 1
      configuration.maximumOpenReservations = maximumOpenReservations
      configuration.rowsWorthAStatement = 2
      configuration.clock = worlds.storeClock
      let store =
        if let host {
          try PostgresStore(configuration, installation, host: host(database.options))
        } else {
          try await PostgresStore(configuration)
        }
      stores.append(store)
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

  /// Statistics are the same, whether from stored sums or from all rows. Answers how many had figures.
  func expectAgreement(_ run: WorkloadRun) async throws -> Int {
    var filled = 0
    for tenant in worlds.tenants {
      var agreement = try await StatisticsAgreement(stores[0], tenant, seed: run.seed)
      filled += try await agreement.check(rounds: 4)
    }
    return filled
  }

  func close() async throws {
    for store in stores { await store.close() }
    try await database.expectAuditsEmpty()
  }
}
