import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite(.serialized) struct PostgresConformanceTests {
  @Test(.timeLimit(.minutes(10)), arguments: ConformanceSuite.cases)
  func `the PostgreSQL store keeps what a store promises`(promise: ConformanceCase) async throws {
    let clock = SimulatedClock()
    try await TestLedger.with(clock: clock.storeClock) { store in
      try await promise.run(
        on: ConformanceWorld(
          store: store, clock: clock, tenant: TenantName("conformance/\(promise)")))
    }
  }
}
